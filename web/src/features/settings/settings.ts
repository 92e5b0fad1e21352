import { settingsKey } from '../../../../contract/device-settings.ts';

/** What a person may set about how the product looks and behaves; kept on the device only. */
export interface Settings {
  theme: 'device' | 'light' | 'dark';
  reduceMotion: boolean;
  highContrast: boolean;
  fontSize: 'small' | 'medium' | 'large' | 'extra-large';
  voiceAnnouncements: boolean;
  screenReader: boolean;
  touchGestures: boolean;
}

/** What was chosen; everything else follows the device and the defaults. */
export type Choices = Partial<Settings>;

const defaults: Settings = {
  theme: 'device',
  reduceMotion: false,
  highContrast: false,
  fontSize: 'medium',
  voiceAnnouncements: false,
  screenReader: false,
  touchGestures: true,
};

/** The settings in force: what was chosen, else what the device prefers, else the default. */
export function effectiveSettings(choices: Choices, prefers: (query: string) => boolean): Settings {
  return {
    ...defaults,
    reduceMotion: prefers('(prefers-reduced-motion: reduce)'),
    highContrast: prefers('(prefers-contrast: more)'),
    ...choices,
  };
}

/** What the styles and the shell read: one data attribute per choice, none where the device decides. */
export function attributesOf(choices: Choices): Record<string, string> {
  const { theme, reduceMotion, highContrast, fontSize, voiceAnnouncements, screenReader, touchGestures } = choices;
  return {
    ...(theme && theme !== 'device' && { theme }),
    ...(reduceMotion !== undefined && { motion: reduceMotion ? 'reduced' : 'full' }),
    ...(highContrast !== undefined && { contrast: highContrast ? 'more' : 'normal' }),
    ...(fontSize && { fontSize }),
    ...(voiceAnnouncements && { announcements: 'on' }),
    ...(screenReader && { screenReader: 'on' }),
    ...(touchGestures === false && { gestures: 'off' }),
  };
}

/** The choices kept on this device; a storage that is empty, broken or forbidden holds none. */
export function readChoices(storage: () => Storage = () => localStorage): Choices {
  try {
    const kept = JSON.parse(storage().getItem(settingsKey) ?? '{}')?.choices;
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
