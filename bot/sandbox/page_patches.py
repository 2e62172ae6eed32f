"""What SimCord's page does otherwise than Discord, or than suits a game: words of its scripts and what takes their place."""

from __future__ import annotations

from bot.sandbox.page_commands import COMMANDS, SENDS
from bot.sandbox.page_loading import KEPT, LOADING, PRESSES, SHOWS_PRESS
from bot.sandbox.page_style import MOTION, SLIM
from bot.sandbox.page_waiting import PRESSES_ONCE, WAITING

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

# The page around it says who must act; whoever follows the turn sees the channel through their eyes. What is asked before the
# people are listed or while a press is under way is done after it, and anew where it was refused: the page around it hears when
# it is so. Whoever then looks as somebody else by hand is left there, and whoever is typing until that is sent or wiped out.
CHANGES = 'ui.viewer.addEventListener("change", () => dispatch("viewer", { viewer_id: ui.viewer.value }));'
FOLLOWS = """
let eyes = null;
function tellLooked() {
  if (eyes) parent.postMessage({ looked: eyes.turn }, "*");
  eyes = null;
}
addEventListener("message", (event) => {
  if (event.source === parent && typeof event.data?.look === "string") eyes = event.data;
});
ui.viewer.addEventListener("change", tellLooked);
setInterval(() => {
  const wanted = eyes && [...ui.viewer.options].find((option) => option.textContent.trim() === eyes.look);
  const typing = document.querySelector(".command-chip") || ui.composer.value || state.modalHandle;
  if (!wanted || state.pendingAction || typing) return;
  if (state.viewerId === wanted.value) {
    tellLooked();
    return;
  }
  globalThis.pressed = performance.now();
  globalThis.scrolled = -Infinity;
  globalThis.follows = true;
  ui.viewer.value = wanted.value;
  dispatch("viewer", { viewer_id: wanted.value });
}, 200);"""

# In Discord the pictures of a message stand above its buttons.
BELOW = """      list.append(item);
    });
    root.append(list);"""
ABOVE = """      list.append(item);
    });
    root.insertBefore(list, root.querySelector(":scope > .embed-card, :scope > .message-components"));"""

# Whoever has not scrolled up sees the foot of the newest post, where its buttons are, also when pictures are laid out late or a
# post gets longer. What somebody's own press or command brings is seen at once, wherever they had scrolled. A private answer that
# is higher than the screen is seen from its words on: they are the question, its buttons come below its picture. What changes
# by a press on it while other posts stand below is seen itself, and not those; unless the press brought a new post: what changes
# of the pressed one then is that it is past. A press ends what a swipe before it began.
PRESSED = "function dispatch(kind, extra = {}, metadata = null) {"
NOTES_PRESS = """
  const presses = ["click", "select", "run_command", "modal_submit", "send_message"];
  if (presses.includes(kind)) {
    globalThis.pressed = performance.now();
    globalThis.scrolled = -Infinity;
  }
  if (kind === "click") {
    const button = document.querySelector(`button[data-control-key="${extra.control_key}"]`);
    globalThis.clicked = { key: extra.control_key, id: button?.dataset.customId, tries: 3 };
  }"""

RECENT = 15_000  # milliseconds after a press, or since the page looks through the eyes of whoever must act
JUST_PRESSED = f"performance.now() - (globalThis.pressed ?? 0) < {RECENT}"
BY_HAND = "performance.now() - (globalThis.scrolled ?? -Infinity) < 1000"
FOOT = '{ policy: "bottom" }'
NEW_POST = 'if ((snapshot.history?.hasAfter || hasNewTail) && state.scrollIntent?.policy === "anchor")'
JUMPS = f"""const newest = ids.length ? `${{ids.at(-1)}} ${{state.messageNodes.get(ids.at(-1))?.fingerprint}}` : "";
    const changed = globalThis.newest !== newest;
    globalThis.newest = newest;
    const fresh = hasNewTail || changed || globalThis.follows;
    const own = state.messageNodes.get(globalThis.touched);
    if ({JUST_PRESSED} && (fresh || (own && own.fingerprint !== globalThis.untouched))) {{
      globalThis.foot = true;
      globalThis.held = fresh ? "" : globalThis.touched;
    }}
    if (hasNewTail || globalThis.follows) globalThis.touched = "";
    globalThis.follows = false;
    if (globalThis.foot) state.scrollIntent = {FOOT};
    """
SCROLLED = """    state.scrollIntent = captureScrollIntent();
    if (state.scrollIntent.policy === "bottom") ui.newMessages.hidden = true;"""
SCROLLS = f"""    document.body.classList.toggle("at-top", ui.timeline.scrollTop < 300);
    const byHand = {BY_HAND} || globalThis.dragged;
    if (globalThis.foot && !byHand) return;
    if (byHand) globalThis.scrolled = performance.now();  // it runs on after a finger has left the screen
{SCROLLED}
    if (byHand) {{
      globalThis.foot = state.scrollIntent.policy === "bottom";
      globalThis.held = "";
    }}"""
BEGINS = 'if (state.scrollIntent?.policy !== "target") state.scrollIntent = captureScrollIntent();\n    },\n    ready'
BEGINS_AT_FOOT = f"""if (globalThis.foot) state.scrollIntent = {FOOT};
      else {BEGINS}"""
LATEST = f"""    state.scrollIntent = {FOOT};
    ui.newMessages.hidden = true;"""
TO_FOOT = "      ui.timeline.scrollTop = ui.timeline.scrollHeight - ui.timeline.clientHeight;"
FROM_QUESTION = """      const held = state.messageNodes.get(globalThis.held)?.element;
      const last = held ?? [...ui.messageList.querySelectorAll(":scope > article")].at(-1);
      const own = last?.querySelector(".message-ephemeral-note");
      const words = own ? last.querySelector(".message-content, .embed-card") ?? last : null;
      const long = ui.timeline.scrollHeight - ui.timeline.clientHeight;
      const end = held ? Math.min(long, ui.timeline.scrollTop + held.getBoundingClientRect().bottom - bounds.bottom) : long;
      const from = words ? ui.timeline.scrollTop + words.getBoundingClientRect().top - bounds.top - 8 : end;
      ui.timeline.scrollTop = Math.min(end, from);"""
OBSERVES = "  observer.observe(ui.timeline);"
HANDS = """
  globalThis.foot = true;
  for (const hand of ["wheel", "touchmove", "keydown"])
    ui.timeline.addEventListener(hand, () => {
      globalThis.scrolled = performance.now();
      globalThis.pressed = -Infinity;
    }, { passive: true });
  ui.timeline.addEventListener("pointerdown", (event) => {
    globalThis.dragged = event.target === ui.timeline && event.pointerType === "mouse";  // the scroll bar: a finger swipes
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { globalThis.dragged = false; });
  ui.timeline.addEventListener("click", (event) => {
    const post = event.target.closest("button, [role=option]")?.closest("article");
    if (!post) return;
    globalThis.touched = post.dataset.messageId;
    globalThis.untouched = state.messageNodes.get(globalThis.touched)?.fingerprint;
    if (!post.nextElementSibling || globalThis.held === globalThis.touched) return;
    globalThis.foot = false;
    state.scrollIntent = captureScrollIntent();
  }, true);"""

# A long answer is seen from its question on, and a phone shows no scroll bar: that there is more below, such as its buttons, is
# said at the foot of what is seen, and a press leads there. It stands on the empty line for words, where it covers no button.
BELOW_FOLD = """
  const more = document.createElement("button");
  more.id = "more-below";
  more.type = "button";
  more.textContent = "▾ More below";
  more.hidden = true;
  document.body.append(more);
  const foldMoved = () => {
    const hidden = ui.timeline.scrollHeight - ui.timeline.scrollTop - ui.timeline.clientHeight;
    more.hidden = hidden < 24 || !ui.newMessages.hidden;
    const line = ui.composerForm.getBoundingClientRect();
    more.style.bottom = `${innerHeight - line.bottom + Math.max(0, line.height - more.offsetHeight) / 2}px`;
  };
  more.addEventListener("click", () => {
    globalThis.scrolled = performance.now();
    globalThis.pressed = -Infinity;
    ui.timeline.scrollBy({ top: ui.timeline.clientHeight * 0.8, behavior: "smooth" });
  });
  ui.timeline.addEventListener("scroll", foldMoved, { passive: true });
  const folds = new ResizeObserver(foldMoved);
  folds.observe(ui.messageList);
  folds.observe(ui.timeline);"""

# Where a message gets shorter for a moment, the browser moves the view up to the end of the page. The page would take that for
# scrolling to its end, and stay there: what was in sight above is still meant, unless somebody has just scrolled.
PLACE = "    return { policy: ui.timeline.scrollHeight"
PLACE_MEANT = f"""    const long = ui.timeline.scrollHeight, was = state.scrollIntent;
    const ends = long - ui.timeline.scrollTop - ui.timeline.clientHeight <= 1;
    const byHand = {BY_HAND};
    if (ends && !byHand && was?.policy === "anchor" && long < was.long) return was;
{PLACE.replace("return {", "return { long,")}"""

# A menu that is opened stays where it is.
FOCUSES = """    const trigger = elements(".select-trigger").find((item) => item.dataset.controlKey === key);
    trigger?.focus();"""
STAYS = FOCUSES.replace("focus()", "focus({ preventScroll: true })")

# A channel that is named, and a thread below its message, opens when it is pressed; the page around it does that.
NAMED = 'target.append(node("span", token.type === "mention" ? "mention" : "command-mention", token.label || ""));'
OPENS = """const named = node("span", token.type === "mention" ? "mention" : "command-mention", token.label || "");
      if (named.textContent.startsWith("#")) {
        named.style.cursor = "pointer";
        named.addEventListener("click", () => window.parent.postMessage({ open: named.textContent.slice(1) }, "*"));
      }
      target.append(named);"""
THREAD = "  if (thread.archived) summary.append("
THREAD_OPENS = """  summary.style.cursor = "pointer";
  summary.addEventListener("click", () => window.parent.postMessage({ open: thread.name }, "*"));
"""

# A picture that is late keeps its room free, and shows neither its words nor a torn sheet until then. The empty sheet in its
# place is at once as large as it only while another picture of the page holds that sheet: otherwise a message that is drawn
# anew is shorter for a moment, and what one sees jumps.
SIZED = "    image.width = width;\n    image.height = height;\n"
EMPTY = """    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
    const sheets = (globalThis.sheets ??= new Map());
    if (!sheets.has(sheet)) {
      const held = new Image();
      held.src = URL.createObjectURL(new Blob([sheet], { type: "image/svg+xml" }));
      sheets.set(sheet, held);
    }
    image.src = sheets.get(sheet).src;
"""

# A picture that is pressed fills the window: the page around it shows it, since a chat beside a list is narrower than a map.
ENLARGES = "      getLightbox().open(lightboxGroup, entry, trigger);"
FILLS_WINDOW = f"""      if (parent === window) {{
  {ENLARGES}
        return;
      }}
      const show = (picture) => parent.postMessage({{ picture, label: entry.label }}, "*");
      fetch(image.src).then((answer) => answer.blob()).then(show);"""

# What is new on the page is asked for twice a second: half a second is much of what somebody waits for after a press.
ASKS_SELDOM = "interval = 500 }"
ASKS_OFTEN = "interval = 150 }"

# A press that a busy machine has not done in time: what to do then is said, and no word of results and retries.
SLOW = "This is taking a while. If nothing changes, press again."
UNANSWERED = "That press was not answered. If nothing changes, press again."
# That a press was lost stands out: who overlooks it presses the next thing, and has done without what was pressed first. It goes
# as soon as something new is seen: that is the answer, which came late.
WARNS = f"""
let lateAnswer = {{}};
const isWarning = () => ["{UNANSWERED}", "{SLOW}"].includes(ui.action.textContent);
new MutationObserver(() => {{
  if (isWarning() && lateAnswer === state.lastAction) ui.action.textContent = "";
  ui.action.classList.toggle("warns", isWarning());
}}).observe(ui.action, {{ childList: true, characterData: true, subtree: true }});
new MutationObserver(() => {{
  if (!isWarning() || state.pendingAction) return;
  lateAnswer = state.lastAction;
  ui.action.textContent = "";
}}).observe(ui.messageList, {{ childList: true }});"""
NOT_DONE = 'receipt.acknowledgement === "unacknowledged") return "Action was not completed."'
UNDONE = '"Action was not completed."'
UNPRESSED = 'kind === "configure_presentation"'  # the page tells its width by itself
UNSURE = "Action outcome uncertain. It will not be retried."
AWAITED = "Action is awaiting a confirmed result."
LATE = (
    (f'transport.state === "uncertain") return "{UNSURE}"', UNSURE),
    (f'receipt.uncertain) return "{UNSURE}"', UNSURE),
    (f'receipt.settlement !== "settled") return "{AWAITED}"', AWAITED),
)
# What is being done is said, what is done is seen: words of a program's inside would stand on the title for nothing.
MOMENT = "One moment …"
PLAIN_WORDS = {
    'labels[kind || ""] || "Action completed"': 'labels[kind || ""] && ""',
    'ready ? "Preview ready" : "Loading preview…"': 'ready ? "" : "Loading …"',
    '|| "Completing action…"': f'|| "{MOMENT}"',
    'refresh: "Updating preview…"': f'refresh: "{MOMENT}"',
    'length) return "Updating preview…"': f'length) return "{MOMENT}"',
    'configure_presentation: "Updating viewport…"': f'configure_presentation: "{MOMENT}"',
    'viewer: "Switching viewer…"': f'viewer: "{MOMENT}"',
}

MENDED = {
    "/actions.js": {
        **PLAIN_WORDS,
        **{line: line.replace(words, SLOW) for line, words in LATE},
        NOT_DONE: NOT_DONE.replace(UNDONE, f'{UNPRESSED} ? "" : "{UNANSWERED}"'),
        **WAITING["/actions.js"],
    },
    "/components.js": WAITING["/components.js"],
    "/composer.js": WAITING["/composer.js"],
    "/app.js": {
        CHANGES: CHANGES + FOLLOWS + SENDS + WARNS + KEPT + PRESSES + PRESSES_ONCE,
        PRESSED: PRESSED + NOTES_PRESS + SHOWS_PRESS,
        **LOADING["/app.js"],
    },
    "/assets.js": LOADING["/assets.js"],
    "/commands.js": COMMANDS,
    "/media.js": {SIZED: SIZED + EMPTY, ENLARGES: FILLS_WINDOW, **LOADING["/media.js"]},
    "/messages.js": {BELOW: ABOVE, THREAD: THREAD_OPENS + THREAD},
    "/presentation.js": LOADING["/presentation.js"],
    "/preview.css": {MOTION: SLIM + MOTION},
    "/select-drafts.js": {CLOSES: LOOKS_AGAIN, WAITS: WAITS + THEN, UNCHANGED: ALWAYS, FOCUSES: STAYS},
    "/selects.js": {KNOWN: KNOWN + BY_ID},
    "/session.js": {ASKS_SELDOM: ASKS_OFTEN},
    "/text.js": {NAMED: OPENS},
    "/timeline.js": {
        NEW_POST: JUMPS + NEW_POST,
        SCROLLED: SCROLLS,
        BEGINS: BEGINS_AT_FOOT,
        LATEST: "    globalThis.foot = true;\n    globalThis.held = '';\n" + LATEST,
        OBSERVES: OBSERVES + HANDS + BELOW_FOLD,
        TO_FOOT: FROM_QUESTION,
        PLACE: PLACE_MEANT,
    },
}
