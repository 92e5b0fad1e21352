import { list } from '../format.ts';

/** Words of what a listing tells beside its words. */
export const listingDetails = {
  label: 'Good to know',
  open: 'Open in',
  months: (names: readonly string[]) => list(names),
  closedNow: (months: string) => `${months} (closed this month)`,
  steps: 'Steps',
  stepsAre: { none: 'None', few: 'A few', many: 'Many' },
  transfer: 'From a wheelchair',
  transferIs: {
    none: 'You can stay in it',
    helped: 'You change to a seat, with help',
    unaided: 'You change to a seat by yourself',
  },
  hearing: 'If you hear little',
  hearingIs: {
    captions: 'There are captions',
    loop: 'There is a hearing loop',
    written: 'It is all there in writing',
    none: 'There is nothing special',
  },
  sensory: 'Light and noise',
  sensoryIs: { calm: 'Calm', loud: 'Loud', bright: 'Bright or flashing lights', dark: 'Dark' },
  meeting: 'Where you meet',
  toMap: 'Meeting point on a map',
  pictures: 'Pictures',
  picture: (at: number) => `Picture ${at}`,
};
