// The button and the key that change the theme: automatic, light, dark, and again.
const button = document.getElementById("theme");
const order = ["auto", "light", "dark"];
const names = { auto: "Auto", light: "Light", dark: "Dark" };

function show() {
  const theme = document.documentElement.dataset.theme ?? "auto";
  button.textContent = names[theme];
  button.setAttribute("aria-label", `Theme: ${theme === "auto" ? "automatic" : theme}`);
}

function next() {
  const theme = order[(order.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % order.length];
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try { localStorage.setItem("whyredraw-theme", theme); } catch { /* It lasts as long as the page, then. */ }
  show();
}

button.addEventListener("click", next);
document.addEventListener("whyredraw:theme", next);
show();
