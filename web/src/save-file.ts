/** Its answer is saved, never shown: one that is refused or cut off after all takes nobody's page, and the browser says that it failed. */
export function saveFile(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  // Its name is the server's.
  link.download = '';
  link.click();
}
