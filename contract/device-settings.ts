/**
 * Where the browser keeps what its user set: the `choices`, and the `attributes` they mean for the document's element. The
 * page's inline loader, which the server writes, sets those before the page is painted; the settings screen changes them.
 */
export const settingsKey = 'holoholo.settings';
