import { number } from '../format.ts';

/** Words of rows that are put in order by hand. */
export const orderedRows = {
  number,
  handle: (name: string, at: number, of: number) => `Move ${name}, ${number(at)} of ${number(of)}`,
  handleKeys: 'Arrow up and arrow down move it, Home and End put it first or last.',
  up: 'Move up',
  down: 'Move down',
  named: (deed: string, name: string) => `${deed}: ${name}`,
  moved: (name: string, at: number, of: number) => `${name} is now ${number(at)} of ${number(of)}.`,
};
