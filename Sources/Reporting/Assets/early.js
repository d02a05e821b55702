// Runs before anything is painted, so that nothing flashes: says that there is a script, takes the theme of last time, and
// hides the overview when the address names a page.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("whyredraw-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* Storage may be forbidden for files; the system's theme will do. */ }
  if (/^#(view|file)=/.test(location.hash)) root.classList.add("on-page");
})();
