"""The line of the page that commands are typed in: how they are found and listed, and what is typed of their options."""

from __future__ import annotations

# Who types a command and sends it means that command, and not a message of these words: it is chosen from the
# list, once that is there.
SENDS = """
addEventListener("submit", (event) => {
  const line = document.getElementById("channel-composer-input");
  const typed = (line?.value ?? line?.textContent ?? "").trim();
  const listing = window.simcordPreview?.commandPicker.catalog.state === "loading";
  if (typed.startsWith("/") && listing) {
    event.preventDefault();
    event.stopImmediatePropagation();
    clearTimeout(window.trunklineSends); // however often it is sent meanwhile
    window.trunklineSends = setTimeout(() => line.form?.requestSubmit(), 100);
    return;
  }
  const listed = [...document.querySelectorAll(".command-entry")];
  const same = listed.find((entry) => entry.querySelector("strong")?.textContent === typed);
  const meant = same ?? (listed.length === 1 ? listed[0] : null);
  if (!typed.startsWith("/") || !meant) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  meant.click();
}, true);"""

# Commands of a group are listed in the order in which they were made, as in Discord: what is needed most comes first.
BY_NAME = """|| String(a.entry.invocation).localeCompare(String(b.entry.invocation))
    || String(a.entry.commandId).localeCompare(String(b.entry.commandId)))"""
BY_GROUP = "|| a.entry.path[0].localeCompare(b.entry.path[0]))"

# What fits an option is looked up as soon as its field is entered, as in Discord, and until it is there nobody is told that
# nothing fits. What was chosen is shown as it was listed, where its value is a code of the bot's own.
ENTERED = """            const choices = autocompleteResults.get(autocompleteKey(currentDraft(), option.name, current)) || [];
            renderPopup("""
LOOKS_UP = """            const known = autocompleteResults.get(autocompleteKey(currentDraft(), option.name, current));
            if (!known) queryAutocomplete(option, current);
            const choices = known || [];
            renderPopup("""
NONE_FIT = '"Loading options failed" : "No options match"'
LOOKING = '"Loading options failed" : autocomplete.state === "loading" ? "Looking …" : "No options match"'
VALUE = ': String(value?.raw ?? "");\n        const resizeField'
CHOSEN = ': String((String(value?.raw ?? "").includes("|") ? value.label : null) ?? value?.raw ?? "");\n        const resizeField'

# What is typed in full is what the list has, however it is spaced: 18 India is 18India. The list finds it so too.
LISTED = """    && !choices.some((choice) => choice.value === value || String(choice.value) === String(value))) {
    return { code: "option-choice" };
  }"""
MEANT = """  ) {
    const bare = (text) => String(text).replaceAll(" ", "").toLowerCase();
    const meant = choices.find((choice) => bare(choice.value) === bare(value));
    if (!meant) return { code: "option-choice" };
    value = meant.value;
  }"""
FITS = "String(choice.name).toLowerCase().includes(field.value.toLowerCase())"
FITS_BARE = (
    'String(choice.name).replaceAll(" ", "").toLowerCase().includes(field.value.replaceAll(" ", "").toLowerCase())'
)

# Whoever types a command in full and goes on, or pastes a line, has chosen it, as in Discord; the rest is its first option.
TYPED = "    matches = matchCommands(catalog?.entries || [], query);"
GOES_ON = (
    """    const called = (catalog?.entries || []).find((entry) => query.startsWith(`${entry.invocation} `));
    const first = called?.options.find((option) => option.required);
    const rest = called ? query.slice(called.invocation.length).trim() : "";
    if (called && (first || !rest)) {
      select(called);
      const field = commandRow?.querySelector(".command-option-input");
      if (rest && field) {
        field.value = rest.replace(new RegExp(`^${first.name}: *`), "");
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      return;
    }
"""
    + TYPED
)

# What an option is for is read in the list of all options, as in Discord; three dots stood there.
DOTS = 'node("span", "command-suggestion-ellipsis", "…")'
DESCRIBED = 'node("span", "command-suggestion-ellipsis", value.description || "…")'

# Enter after a command that needs no option sends it, as in Discord: it chose the first option, which nobody had asked for.
POINTS = "if (listItems.length) suggestionListbox.setActive"
POINTS_AT_NONE = "if (listItems.length && !optional) suggestionListbox.setActive"

# The list of choices is closed once one is chosen: the field has the keyboard again, for Enter to send the command, and would
# open it anew; so it is once the command is sent. A field is as wide as what is typed and the space beside it.
CHOOSES = "    drafts.focus(next?.name || null);"
NOTES_CHOICE = """
    globalThis.chosen = next ? null : option.name;"""
OPENS_LIST = """          context();
          if (option.type === "boolean" || option.choices?.length) {
            const choices ="""
ONCE_CHOSEN = """          context();
          const chosen = globalThis.chosen === option.name;
          globalThis.chosen = null;
          if (chosen) return;
"""
WIDTH = "Math.min(24, Math.max(2, [...field.value].length + 1))}ch`"
ROOMY = "Math.min(60, Math.max(2, [...field.value].length + 2))}ch`"

# A command that is sent leaves the line at once, as in Discord, and the next one can be typed: until its answer was there
# keys were lost, and Enter sent it twice.
PENDS = """    mode = "pending";
    clearPopup();
    renderCompose();
    /** @type {Record<string, File>} */"""
STAYS = """    const typing = commandElement().contains(document.activeElement);
    /** @type {Record<string, File>} */"""
LEAVES = """      draftId: currentDraft().id, draftVersion: currentDraft().version,
    });
"""
GONE = f"""{LEAVES}    drafts.clear();
    mode = "closed";
    clearAutocompleteState();
    clearPopup();
    contextBar?.remove();
    contextBar = null;
    composer.replaceInput(input);
    commandRow = null;
    composePending = [];
    reportPendingMedia();
    input.value = "";
    input.dispatchEvent(new Event("input", {{ bubbles: true }}));
    onCommandMode?.(false, detachedReply);
    detachedReply = null;
    if (typing) input.focus({{ preventScroll: true }});
"""
HOLDS = "authorized = context.authorized; pendingKind = context.pendingKind;"

COMMANDS = {
    BY_NAME: BY_GROUP,
    ENTERED: LOOKS_UP,
    NONE_FIT: LOOKING,
    VALUE: CHOSEN,
    LISTED: MEANT,
    FITS: FITS_BARE,
    TYPED: GOES_ON,
    PENDS: STAYS,
    LEAVES: GONE,
    HOLDS: HOLDS.partition(" pendingKind")[0],
    CHOOSES: CHOOSES + NOTES_CHOICE,
    OPENS_LIST: ONCE_CHOSEN + OPENS_LIST.partition("\n")[2],
    WIDTH: ROOMY,
    DOTS: DESCRIBED,
    POINTS: POINTS_AT_NONE,
}
