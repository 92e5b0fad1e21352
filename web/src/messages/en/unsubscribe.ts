/** Words of the page that ends reports by mail, which its link leads to. */
export const unsubscribe = {
  title: 'End your reports by e-mail',
  text: 'One press, and the report that this link came with is mailed to you no more. Nothing else changes, and you need not sign in.',
  end: 'End my reports',
  ending: 'Ending…',
  ended: 'Your reports have ended',
  endedText: (organization: string) => `No more reports of ${organization} are mailed to you.`,
  /** Of an administrator's report. */
  endedTitleOfAdmin: 'Your report has ended',
  endedOfAdmin: 'This report is mailed to you no more.',
  againOfAdmin: 'To have it again, sign in and choose how often under Advanced Reports.',
  reports: 'Open Advanced Reports',
  again: 'To have them again, sign in and switch on “Reports by e-mail” in the settings of your portal.',
  settings: 'Open the settings',
  home: 'Return to Home',
};
