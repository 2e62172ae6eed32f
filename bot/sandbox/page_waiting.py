"""What of a press waits, and is not lost: until the page has done what is under way, and where it crosses another post."""

from __future__ import annotations

# A press that crosses another post on its way is refused, as if the page were old. The button is the same: press it again, unless
# another has come to its place, as its id tells.
KEYED = "  button.dataset.controlKey = controlKey;"
IDENTIFIED = KEYED + "\n" + '  button.dataset.customId = component.custom_id ?? "";'
SETTLED = """    pending = null; publish();
    idle();
    drain();
  }"""
PRESSES_AGAIN = (
    SETTLED.removesuffix("}")
    + """  const unsent = ["stale-revision", "busy", "stale-sequence", "sequence-gap"];
    const old = globalThis.clicked, crossed = receipt.diagnostics?.some((item) => unsent.includes(item.code));
    const pressAgain = (waits) => {
      if (globalThis.clicked !== old) return;
      if (!admissionBlocked() && standsStill(old)) dispatch("click", extra);
      else if (waits) setTimeout(() => pressAgain(waits - 1), 100);
    };
    if (kind === "click" && receipt.rejected && crossed && old?.key === extra.control_key && old.tries-- > 0) {
      setTimeout(() => pressAgain(30), 50);
    }
    if (["run_command", "send_message", "modal_submit"].includes(kind) && receipt.rejected && crossed) {
      const tries = metadata?.tries ?? 3;
      if (tries) waitWith(kind, extra, { ...metadata, tries: tries - 1 });
      setTimeout(drain, 50);
    }
  }"""
)

# The page does one thing at a time, and much of it by itself: it tells its width, or looks up what fits an option. What was sent
# meanwhile, a command, a form or words, was dropped without a word, and buttons that were pressed. They wait, as long as
# the same person looks; a form and a button for ten seconds at most, and a button only if it still stands. So does a button that
# is pressed while the press of another one is under way.
DROPS = "if (pageAction(kind)) pageIntent(kind, extra); return; }\n    if (uncertain) {"
KEEPS = DROPS.replace("extra); return;", "extra); else waitWith(kind, extra, metadata); return;")
DROPS_SOON = "awaitingRevision > context.publishedRevision) return;\n    beforePage"
KEEPS_SOON = DROPS_SOON.replace("return;", "{ waitWith(kind, extra, metadata); return; }")
PATIENCE = 10_000  # milliseconds
DRAINS = """  function drain() {
    if (busyDeferred"""
GOES_ON = f"""  const waits = [];
  const scopeNow = () => `${{context.viewerId}}:${{context.contextId}}:${{context.contextGeneration}}`;
  function waitWith(kind, extra, metadata) {{
    const byPerson = ["click", "select", "modal_submit", "run_command", "send_message"];
    const leaves = ["run_command", "send_message"].includes(kind);  // nobody can send it twice
    const another = kind === "click" && pending?.kind === "click" && lastSent?.clicked?.key !== globalThis.clicked?.key;
    const twice = waits.length || (byPerson.includes(pending?.kind) && !another);
    if (!byPerson.includes(kind) || kind === "select" || (!leaves && twice)) return;
    const until = leaves ? Infinity : performance.now() + {PATIENCE};
    const item = {{ kind, extra, metadata, clicked: globalThis.clicked, scope: scopeNow(), until }};
    if (metadata?.tries === undefined) waits.push(item);
    else waits.unshift(item);
  }}
  function goOn() {{
    if (!waits.length || admissionBlocked() || context.closed) return;
    const {{ kind, extra, metadata, clicked, scope, until }} = waits.shift();
    if (scope !== scopeNow() || performance.now() > until) return;
    if (kind !== "click" || (clicked === globalThis.clicked && standsStill(clicked))) dispatch(kind, extra, metadata);
  }}
  function standsStill(pressed) {{
    return [...document.querySelectorAll("button[data-control-key]")].some(
      (button) => !button.disabled && button.dataset.controlKey === pressed?.key && button.dataset.customId === pressed.id);
  }}
  function drain() {{
    goOn();
    if (busyDeferred"""

# What was sent while the page could not reach the sandbox was never heard of, and the page waited for its answer until it was
# loaded anew. It asks whether it was heard of once there is a connection, and sends it then; buttons only within ten seconds.
SENDS = "    try { receipt = await send(body, action.uploads); }"
NOTES_SENT = f"""    const clicked = globalThis.clicked;
    lastSent = {{ kind, extra, metadata, requestId, clicked, at: performance.now() }};
{SENDS}"""
OBSERVES = "    const requestId = uncertain?.requestId;"
ASKS = f"    askWhetherHeard();\n{OBSERVES}"
DOUBT = 2000  # milliseconds until it is asked
UNHEARD = 404
BLOCKED = "  function admissionBlocked() {"
HEARD = f"""  let lastSent = null, asked = null;
  function askWhetherHeard() {{
    const doubted = uncertain;
    if (!doubted || asked === doubted) return;
    asked = doubted;
    setTimeout(() => readResult(doubted).catch((error) => {{
      if (error?.status === {UNHEARD} && uncertain === doubted && !context.closed) sendAgain(doubted);
    }}).finally(() => {{ asked = null; }}), {DOUBT});
  }}
  function sendAgain(doubted) {{
    uncertain = null;
    closeAttemptFor = null;
    recovered(true);
    const {{ kind, extra, metadata, requestId, clicked, at }} = lastSent ?? {{}};
    const press = kind === "click" && clicked === globalThis.clicked && performance.now() - at < {PATIENCE};
    if (press) clicked.tries = 0;  // it is sent once more and no oftener
    if (requestId === doubted.requestId && pageAction(kind)) pageIntent(kind, extra);
    else if (requestId === doubted.requestId && (press || kind !== "click")) waitWith(kind, extra, {{ ...metadata, tries: 0 }});
    publish();
    drain();
  }}
{BLOCKED}"""

# Who presses twice means one press: the answer to the first moves another button below the finger, and the second press bid on
# whatever came there.
TWICE = 400  # milliseconds
NEAR = 12  # pixels
PRESSES_ONCE = f"""
let pressedLast = {{ at: -Infinity }};
ui.timeline.addEventListener("click", (event) => {{
  const button = event.target.closest("button, [role=option]");
  if (!event.detail || !button) return;  // the keyboard
  const last = pressedLast, id = button.dataset.customId ?? button.textContent;
  pressedLast = {{ at: performance.now(), x: event.clientX, y: event.clientY, id }};
  const again = pressedLast.at - last.at < {TWICE} && Math.hypot(event.clientX - last.x, event.clientY - last.y) < {NEAR};
  if (!again || id === last.id) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}}, true);"""

# The button to send can be pressed meanwhile.
CLOSED = "sendButton.disabled = Boolean(state.pendingAction) || !state.authorized"
OPEN = "sendButton.disabled = !state.authorized"

# Words are out of the line once they are sent: who typed on wrote behind them, and sent them twice.
SENT = """        reply_to_id: state.replyToId,
      });"""
EMPTIED = f"""{SENT}
      state.drafts.set(currentInput.dataset.controlKey ?? "", "");
      setValue("");
      resizeComposer();"""

WAITING = {
    "/actions.js": {
        SETTLED: PRESSES_AGAIN,
        DROPS: KEEPS,
        DROPS_SOON: KEEPS_SOON,
        DRAINS: GOES_ON,
        SENDS: NOTES_SENT,
        OBSERVES: ASKS,
        BLOCKED: HEARD,
    },
    "/components.js": {KEYED: IDENTIFIED},
    "/composer.js": {CLOSED: OPEN, SENT: EMPTIED},
}
