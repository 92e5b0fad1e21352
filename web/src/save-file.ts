/** Its answer is saved, never shown: one that is refused or cut off after all takes nobody's page, and the browser says that it failed. */
export function saveFile(href: string): void {
  // Its name is the server's.
  follow(href, '');
}

const revokeAfterMs = 60_000;

/** Saves what is here already. */
export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  follow(address, name);
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}

function follow(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
