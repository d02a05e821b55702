// Buttons that copy the text of the template after them.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from disk may not have a clipboard; a selection can be copied nevertheless.
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("aria-hidden", "true");
    document.body.append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.copy-button");
  if (!button) return;
  const isDone = await copy(button.nextElementSibling.content.textContent);
  const title = (button.dataset.title ??= button.textContent);
  button.focus();
  button.textContent = isDone ? "Copied" : "Could not copy";
  setTimeout(() => { button.textContent = title; }, 1500);
});
