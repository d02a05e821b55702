// On a phone long lists begin with a few entries, by the style sheet; a button shows the others.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button.show-all");
  if (!button) return;
  const list = document.getElementById(button.getAttribute("aria-controls"));
  list.classList.add("whole");
  button.parentElement.remove();
  list.querySelector("a, button")?.focus({ preventScroll: true });
});
