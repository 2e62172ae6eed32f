"""How SimCord's page looks otherwise than it comes: what takes room for nothing is left out, and a phone sees all of it."""

from __future__ import annotations

# The list of messages beside the messages is a column for nothing, and what a frame has room for of tools stands in one line. A
# phone's screen has no room for a column of avatars either, nor for wide frames and tools that nobody plays with; the line of a
# command with a long description stays within the screen. At a desk a picture is as large as in Discord, which leaves its
# buttons in sight; a press enlarges it. A button below the pointer keeps its colour, which says what a press does, in a lighter
# shade: SimCord's rule for all buttons is stronger than those for a colour.
MOTION = "@media (prefers-reduced-motion: reduce) {"
SLIM = """.channel-composer { grid-template-columns: minmax(0, 1fr); }
.messages-sidebar, #messages-toggle, .message-edited-compact, .attachment-media-actions { display: none; }
.command-pill .command-option-input { box-sizing: content-box; min-width: 4em; max-width: 380px; }
#action-status { white-space: normal; max-width: 34rem; }
#action-status.warns { color: #fff; background: #8f2028; padding: 6px 10px; font-size: 15px; border-radius: 4px; }
.command-suggestion:has(.command-suggestion-ellipsis) .command-suggestion-label { flex: 0 0 5.2rem; }
.command-suggestion-ellipsis { flex: 1; font-size: 13px; }
#more-below { position: fixed; right: 64px; z-index: 5; padding: 5px 12px; border: 0; border-radius: 14px; cursor: pointer;
  font: inherit; font-size: 13px; color: #fff; background: #4752c4; box-shadow: 0 1px 6px rgb(0 0 0 / 50%); }
#more-below[hidden], body:has(.command-row) #more-below, body:has(#channel-composer-input:not(:placeholder-shown)) #more-below
  { display: none; }
body:not(.at-top) #history-older { display: none; }
button.component-button.button-style-2:hover:not(:disabled):not(.is-disabled) { background: #55565f; }
button.component-button.button-style-3:hover:not(:disabled):not(.is-disabled) { background: #0a9c55; }
button.component-button.button-style-4:hover:not(:disabled):not(.is-disabled) { background: #e2434f; }
button.component-button.doing[aria-disabled] { position: relative; color: transparent; opacity: .8; cursor: progress; }
button.component-button.doing::after { content: "•  •  •"; position: absolute; inset: 0; display: grid; place-items: center;
  white-space: pre; color: #fff; animation: doing 1s infinite; }
@keyframes doing { 50% { opacity: .3; } }
.media-unavailable.late { animation: late 0s 5s both; }
@keyframes late { from { visibility: hidden; } to { visibility: visible; } }
#kept-view { position: fixed; z-index: 4; overflow: hidden; background: #313338; cursor: progress; }
.preview-app[inert] { animation: dim .2s .2s forwards; }
@keyframes dim { to { opacity: .6; } }
.viewer-control #viewer-picker:empty { display: none; }
.viewer-control:has(#viewer-picker:empty)::after { content: attr(data-next); padding: 5px 22px 5px 9px; font-size: 13px;
  color: var(--discord-text); background: #313338; border: 1px solid #1e1f22; border-radius: 6px; }
.preview-app:not([style]) { width: 100%; height: 100%; }
@media (min-width: 601px) {
  .gallery-image, .attachment-image { width: auto; max-width: min(100%, 550px); max-height: min(350px, 44vh); }
  .channel-message:has(.embed-card + .embed-card) > .embed-card { display: inline-block; vertical-align: bottom;
    width: calc(50% - 48px); margin: 2px 0 8px 8px; }
  .channel-message:has(.embed-card + .embed-card) > :nth-child(odd of .embed-card) { margin-left: 72px; }
  .channel-message:has(> :nth-child(3 of .embed-card)) img.embed-image { max-height: 170px; }
}
@media (max-width: 760px) {
  .preview-shell { --toolbar-height: 52px; }
  .preview-toolbar { flex-wrap: nowrap; }
  #action-status { flex: 1 1 6rem; }
  #capture-open, #inspector-toggle { display: none; }
}
@media (max-width: 600px) {
  .command-pill .command-option-input { max-width: 195px; }
  .message-avatar { position: static; width: 20px; height: 20px; }
  .message-avatar-image, .message-avatar-image img { width: 20px; height: 20px; }
  .message-avatar-image svg { width: 14px; height: 14px; }
  .message-header, .message-content, .message-components, .message-attachments, .message-system, .message-stickers,
  .embed-card, .message-interaction-header, .message-ephemeral-note, .thread-summary, .message-reply
    { width: calc(100% - 24px); margin-left: 12px; margin-right: 12px; }
  .component-container { margin: 4px 0; padding: 8px 9px; }
  .component-media, .gallery-item { margin: 4px 0; }
  #capture-open, #inspector-toggle, .session-menu { display: none; }
  .preview-shell { --toolbar-height: 36px; }
  .preview-toolbar { position: relative; overflow: visible; flex-wrap: nowrap; min-height: 0; padding: 2px 8px; }
  .preview-brand, #refresh, .channel-header { display: none; }
  #action-status {
    position: absolute; right: 8px; top: calc(100% + 6px); z-index: 5; pointer-events: none; width: fit-content; height: auto;
    max-width: calc(100% - 16px); padding: 2px 6px; background: var(--discord-elevated); border-radius: 4px;
  }
  #action-status:empty { display: none; }
  .channel-topic { display: none; }
}
"""
