import { fewestTold, type Told, type Untold } from '../../../../contract/portal-states.ts';
import { number } from '../format.ts';

/** What stands for a figure that is not told. */
const untold: Record<Untold, string> = { few: `Fewer than ${fewestTold}`, withheld: 'Not told' };

/** A figure of a breakdown, or why it is not told. */
export const told = (figure: Told) => (typeof figure === 'string' ? untold[figure] : number(figure));
