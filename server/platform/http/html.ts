const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in markup and in double-quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);
