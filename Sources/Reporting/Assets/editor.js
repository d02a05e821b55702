// Places in sources become links once the reader says which editor to open them with; kept in the browser's storage.
const editor = document.getElementById("editor");
const folder = document.getElementById("editor-root");
const template = document.getElementById("editor-template");
const known = {
  xcode: "xcode://open?file={path}&line={line}",
  vscode: "vscode://file{path}:{line}:{column}",
};
const key = "whyredraw-editor";

// A scheme of its own: an address that runs something in this page is none.
const isSafe = (address) => /^[a-z][a-z0-9+.-]*:/i.test(address) && !/^(javascript|data|vbscript|blob):/i.test(address);

function address(place) {
  const pattern = editor.value === "custom" ? template.value.trim() : known[editor.value];
  if (!pattern || !isSafe(pattern)) return null;
  const file = place.dataset.file;
  const path = file.startsWith("/") ? file : `${folder.value.trim().replace(/\/$/, "")}/${file}`;
  const values = { path, file, line: place.dataset.line, column: place.dataset.column };
  return pattern.replace(/\{(path|file|line|column)\}/g, (_, name) => encodeURI(values[name]).replace(/[?#&]/g, encodeURIComponent));
}

function link() {
  template.disabled = editor.value !== "custom";
  for (const place of document.querySelectorAll("a.place")) {
    place.dataset.own ??= place.getAttribute("href") ?? "";
    const target = address(place) ?? place.dataset.own;
    if (target) place.setAttribute("href", target);
    else place.removeAttribute("href");
  }
}

try {
  const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
  editor.value = kept.editor in known || kept.editor === "custom" ? kept.editor : "";
  folder.value = kept.folder ?? "";
  template.value = kept.template ?? "";
} catch { /* No storage, or not ours. */ }

for (const input of [editor, folder, template]) {
  input.addEventListener("input", () => {
    link();
    try {
      localStorage.setItem(key, JSON.stringify({ editor: editor.value, folder: folder.value, template: template.value }));
    } catch { /* It lasts as long as the page, then. */ }
  });
}
link();
