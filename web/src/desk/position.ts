import { locationsDesk } from '../messages/en/locations-desk.ts';
import type { Filled } from '../submit-form.tsx';
import type { Faults } from '../use-submit.ts';

const words = locationsDesk.editor;

/** Degrees as they are typed: some keypads have a comma alone, some texts a long minus. Undefined for what is none. */
export function degreesIn(text: string): number | null | undefined {
  if (text === '') return null;
  const plain = text.replace(',', '.').replace('−', '-');
  return /^-?\d{1,3}(\.\d{1,15})?$/.test(plain) ? Number(plain) : undefined;
}

/** What is wrong with what is typed as positions, before it is sent. */
export const positionFaults = (given: Filled) => ({ ...faultsOf(given, ''), ...faultsOf(given, 'meeting_') });

function faultsOf({ text }: Filled, prefix: string): Faults {
  const [latitude, longitude] = [text(`${prefix}latitude`), text(`${prefix}longitude`)];
  const faults = {
    ...(degreesIn(latitude) === undefined && { latitude: words.degrees }),
    ...(degreesIn(longitude) === undefined && { longitude: words.degrees }),
    ...(longitude && !latitude && { latitude: words.positionHalf }),
    ...(latitude && !longitude && { longitude: words.positionHalf }),
  };
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [prefix + name, fault]));
}
