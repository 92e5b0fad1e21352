/** Words of the display and accessibility settings. */
export const settings = {
  title: 'Display and accessibility',
  lead: 'Kept on this device only. Changes show at once.',
  theme: 'Theme',
  themes: { device: 'Automatic', light: 'Light', dark: 'Dark' },
  fontSize: 'Text size',
  fontSizes: { small: 'Small', medium: 'Medium', large: 'Large', 'extra-large': 'Extra large' },
  sample: 'The reef at first light',
  switches: {
    reduceMotion: { label: 'Reduced motion', hint: 'Nothing slides or fades.' },
    highContrast: { label: 'High contrast', hint: 'Stronger colors and outlines.' },
    voiceAnnouncements: { label: 'Voice announcements', hint: 'Your screen reader says each new screen and change.' },
    screenReader: { label: 'Screen-reader mode', hint: 'Reading starts at each heading; ornaments go.' },
    touchGestures: { label: 'Touch gestures', hint: 'Swipe down to close the menu.' },
  },
  privacy: {
    title: 'Privacy',
    label: 'Leave me out of the statistics',
    hint: 'We count what is opened and booked, to keep the guide good.',
    byBrowser: 'Your browser asks every site not to follow you, so we count nothing of your visit.',
  },
  on: (label: string) => `${label} is on`,
  off: (label: string) => `${label} is off`,
  reset: 'Follow this device again',
  close: 'Close',
};
