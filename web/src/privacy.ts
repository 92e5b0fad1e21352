/** Whether the browser itself asks every site not to follow its user. */
export const asksByBrowser = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Whether nothing may be noted of this visitor: by Global Privacy Control, or by the cookie of our own setting. */
export const asksForPrivacy = (): boolean => asksByBrowser() || /(?:^|;\s*)analytics=off/.test(document.cookie);
