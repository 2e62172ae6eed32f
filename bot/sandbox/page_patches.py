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

MENDED = {
    "/select-drafts.js": {CLOSES: LOOKS_AGAIN, WAITS: WAITS + THEN, UNCHANGED: ALWAYS},
    "/selects.js": {KNOWN: KNOWN + BY_ID},
}
