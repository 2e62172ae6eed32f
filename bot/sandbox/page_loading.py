"""What SimCord's page shows while something is on its way: the view of before, pictures that it knows, its width at once."""

from __future__ import annotations

# Whoever looks through other eyes sees a bare page until it is built up again, and is lost. What was there stays in sight until
# then, dimmed, as a layer of its own that takes every press, since its buttons no longer count. Scripts do not find it.
LEAVES = 'if (kind === "viewer") redactPrivateView();'
KEEPS = 'if (kind === "viewer") { keepView(); redactPrivateView(); }'
STANDS = """  timeline.ready();
  state.ready = true;"""
UNCOVERS = STANDS + "\n  if (state.snapshot) dropView();"
LISTS = "    pendingMedia.push(...renderChannelTimeline(snapshot, previousTargetId, force));"
PICTURES_LATE = 250  # milliseconds until what is new is shown, once its words stand
AT_LATEST = 15_000  # milliseconds until it is shown in any case
UNCOVERS_LATE = LISTS + f"\n    if (keptView) setTimeout(dropView, {PICTURES_LATE}, keptView);"
KEPT = f"""
let keptView = null, keptLook = null;
function keepView() {{
  if (keptView || ui.channel.hidden) return;
  const top = ui.timeline.scrollTop, place = ui.app.getBoundingClientRect();
  const hidden = [ui.historyOlder, ui.historyNewer, ui.newMessages].filter((part) => !part.offsetHeight);
  const posts = document.createDocumentFragment();
  posts.append(...ui.messageList.childNodes);  // moved and not copied: their pictures stay
  const view = ui.app.cloneNode(false), channel = ui.channel.cloneNode(true);
  for (const part of hidden) channel.querySelector(`#${{part.id}}`).remove();
  channel.querySelector("#channel-message-list").append(posts);
  view.append(channel);
  view.inert = true;
  if (!keptLook) {{
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    keptLook = new CSSStyleSheet();
    keptLook.replaceSync(rules.map((rule) => rule.cssText).join("\\n"));
  }}
  keptView = document.createElement("div");
  keptView.id = "kept-view";
  keptView.setAttribute("aria-hidden", "true");
  for (const side of ["left", "top", "width", "height"]) keptView.style[side] = `${{place[side]}}px`;
  const root = keptView.attachShadow({{ mode: "closed" }});
  root.adoptedStyleSheets = [keptLook];
  root.append(view);
  document.body.append(keptView);
  channel.querySelector("#channel-timeline").scrollTop = top;
  ui.viewer.parentElement.dataset.next = ui.viewer.selectedOptions[0]?.textContent.trim() ?? "";
  setTimeout(dropView, {AT_LATEST}, keptView);
}}
function dropView(view = keptView) {{
  if (view !== keptView) return;
  keptView?.remove();
  keptView = null;
}}"""

# A picture that the page has had before is not asked for anew, whoever looks.
ASKED_FOR = "    const admittedEpoch = epoch;"
FROM_MEMORY = f"""    const had = suffix ? null : globalThis.pictures?.get(manifests[id].digest);
    if (had) {{
      urls.set(key, URL.createObjectURL(had));
      return Promise.resolve(urls.get(key));
    }}
{ASKED_FOR}"""
ARRIVES = "      const blob = await response.blob();"
MAX_PICTURES = 80
REMEMBERS = f"""{ARRIVES}
      if (!suffix && manifests[id]?.digest) {{
        const pictures = (globalThis.pictures ??= new Map());
        pictures.set(manifests[id].digest, blob);
        if (pictures.size > {MAX_PICTURES}) pictures.delete(pictures.keys().next().value);
      }}"""

# A post that has got another picture is told a moment later: until then its old picture is refused. It is asked for again, and
# its place stays free; what is refused for long is called unavailable.
ASKS = """  const pending = [Promise.resolve(options.loadAsset(
    assetId,
    capture ? { capture: true, mediaTime: options.mediaTime } : {},
  )).then("""
TIMES, PAUSE = 20, 500  # how often a picture is asked for, and milliseconds in between
ASKS_AGAIN = f"""  const ask = (left) => Promise.resolve(options.loadAsset(
    assetId,
    capture ? {{ capture: true, mediaTime: options.mediaTime }} : {{}},
  )).catch((error) => {{
    if (left < 2 || !current(options, trigger)) throw error;
    return new Promise((go) => setTimeout(go, {PAUSE})).then(() => ask(left - 1));
  }});
  const pending = [ask({TIMES}).then("""

# The page is as wide as its frame from the first moment on, and not only when it has been answered how wide that is.
WIDTH = "  const viewport = presentation.viewport || { width: state.profile.width, height: state.profile.height };"
SEEN_WIDTH = """  const seen = getHostDimensions();
  const viewport = (presentation.display !== "fixed" && seen.width > 100 ? seen : presentation.viewport)
    || { width: state.profile.width, height: state.profile.height };"""
MEASURED = "  state.host = host;\n  publish();\n"
WIDE_AT_ONCE = MEASURED + "  applyProfile();\n"

# Which button was pressed is seen on it until the press is done, also where its post is drawn anew meanwhile: some take seconds.
SHOWS_PRESS = """
  if (kind === "click") {
    doing = globalThis.clicked;
    markDoing();
    setTimeout(endDoing, 300);
  }"""
PRESSES = """
let doing = null;
function markDoing() {
  const button = doing && document.querySelector(`button.component-button[data-control-key="${doing.key}"]`);
  if (button?.dataset.customId === doing?.id) button?.classList.add("doing");
}
function endDoing() {
  if (state.pendingAction) return;
  doing = null;
  for (const button of document.querySelectorAll("button.doing")) button.classList.remove("doing");
}
new MutationObserver(markDoing).observe(ui.messageList, { childList: true, subtree: true });
new MutationObserver(endDoing).observe(ui.action, { childList: true, characterData: true, subtree: true });"""

# A picture that is not there yet when its post is shown comes a moment later: only one that stays away is called unavailable.
AWAY = """    return { element: node("div", "media-unavailable", `${label || "Media"} unavailable`), pending: [] };
  }
  if (mediaType.startsWith("audio/")"""
AWAY_FOR_LONG = AWAY.replace('"media-unavailable"', '"media-unavailable late"')

LOADING = {
    "/app.js": {LEAVES: KEEPS, STANDS: UNCOVERS, LISTS: UNCOVERS_LATE},
    "/assets.js": {ASKED_FOR: FROM_MEMORY, ARRIVES: REMEMBERS},
    "/media.js": {ASKS: ASKS_AGAIN, AWAY: AWAY_FOR_LONG},
    "/presentation.js": {WIDTH: SEEN_WIDTH, MEASURED: WIDE_AT_ONCE},
}
