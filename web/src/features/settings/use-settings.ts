import { useState } from 'react';
import { settingsKey } from '../../../../contract/device-settings.ts';
import { attributesOf, type Choices, effectiveSettings, readChoices, type Settings } from './settings.ts';

const attributes = ['theme', 'motion', 'contrast', 'fontSize', 'announcements', 'screenReader', 'gestures'];

function apply(choices: Choices): void {
  const { dataset } = document.documentElement;
  for (const name of attributes) delete dataset[name];
  Object.assign(dataset, attributesOf(choices));
  try {
    if (Object.keys(choices).length === 0) localStorage.removeItem(settingsKey);
    else localStorage.setItem(settingsKey, JSON.stringify({ choices, attributes: attributesOf(choices) }));
  } catch {
    // They hold for this page.
  }
}

/** The settings in force, with ways to choose one and to follow the device again. Only where the page runs. */
export function useSettings() {
  const [choices, setChoices] = useState(readChoices);
  const change = (next: Choices) => {
    setChoices(next);
    apply(next);
  };
  return {
    settings: effectiveSettings(choices, (query) => matchMedia(query).matches),
    isChosen: Object.keys(choices).length > 0,
    choose: (choice: Partial<Settings>) => change({ ...choices, ...choice }),
    reset: () => change({}),
  };
}
