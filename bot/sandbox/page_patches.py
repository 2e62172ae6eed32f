"""What SimCord's page does with menus, and what it had better do: words of its scripts and what takes their place."""

from __future__ import annotations

# An open menu whose trigger is out of sight is closed. Pictures above it are laid out a moment later, so look again.
CLOSES = "cancelDropdown(wrap.dataset.controlKey);"
LOOKS_AGAIN = "setTimeout(fitOpenDropdowns, 100);"

# What is chosen while a press is under way is kept, and asked to be chosen again. Do it when that press is done, if it is still
# offered then.
WAITS = '"Wait for the current action to finish before applying.",\n      );'
THEN = """
      const wrapped = () => elements(".preview-select").find((item) => item.dataset.controlKey === key);
      const offered = () => [...wrapped()?.querySelectorAll("[role=option]") ?? []].map((option) => option.dataset.value);
      const still = () => values.every((value) => offered().includes(value));
      setTimeout(() => (still() ? commitDropdown(key) : cancelDropdown(key)), 100);"""

# What was chosen and, for whatever reason, has not been done would be taken for no choice when it is chosen again.
UNCHANGED = '&& changed) dispatch("select"'
ALWAYS = '&& (changed || !dropdown.multi)) dispatch("select"'

# A menu is known by its place in the message: one that has taken the place of another shows what was chosen from that, and will
# not let the same be chosen again. For Discord it is another menu, by its id.
KNOWN = "let selected = identityPending ? [] : rawSelected.map(String);"
BY_ID = """
  const menus = (globalThis.menus ??= new Map());
  if (component.type === TYPE.STRING_SELECT && menus.get(key) !== component.custom_id) {
    selected = menus.has(key) ? [] : selected;
    if (menus.has(key)) options.onReconcileDraft?.(key, []);
    menus.set(key, component.custom_id);
  }"""

# The page around it says who must act; whoever follows the turn sees the channel through their eyes. What is asked while a press
# is under way is done after it.
CHANGES = 'ui.viewer.addEventListener("change", () => dispatch("viewer", { viewer_id: ui.viewer.value }));'
FOLLOWS = """
addEventListener("message", (event) => {
  if (event.source !== parent || typeof event.data?.look !== "string") return;
  const wanted = [...ui.viewer.options].find((option) => option.textContent.trim() === event.data.look);
  if (!wanted || ui.viewer.value === wanted.value || ui.viewer.disabled) return;
  ui.viewer.value = wanted.value;
  ui.viewer.dispatchEvent(new Event("change"));
});"""

# A phone's screen has no room for a column of avatars, nor for wide frames and tools that nobody plays with.
MOTION = "@media (prefers-reduced-motion: reduce) {"
SLIM = """@media (max-width: 600px) {
  .message-avatar { position: static; width: 20px; height: 20px; }
  .message-avatar-image, .message-avatar-image img { width: 20px; height: 20px; }
  .message-avatar-image svg { width: 14px; height: 14px; }
  .message-header, .message-content, .message-components, .message-attachments, .message-system, .message-stickers,
  .embed-card, .message-interaction-header, .message-ephemeral-note, .thread-summary, .message-reply
    { width: calc(100% - 24px); margin-left: 12px; margin-right: 12px; }
  .component-container { margin: 4px 0; padding: 8px 9px; }
  .component-media, .gallery-item { margin: 4px 0; }
  #capture-open, #inspector-toggle, .session-menu, #messages-toggle { display: none; }
  .preview-shell { --toolbar-height: 76px; }
}
"""

MENDED = {
    "/app.js": {CHANGES: CHANGES + FOLLOWS},
    "/preview.css": {MOTION: SLIM + MOTION},
    "/select-drafts.js": {CLOSES: LOOKS_AGAIN, WAITS: WAITS + THEN, UNCHANGED: ALWAYS},
    "/selects.js": {KNOWN: KNOWN + BY_ID},
}
