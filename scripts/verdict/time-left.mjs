/** All browser tests take so many times what came before them, on a machine of any speed. */
const browserShare = 2.1;

/**
 * Whether all browser tests will end in time, on a machine as fast as it was so far. Where they do not, their main ways have to do: a verdict
 * that is cut off is none.
 * @param minutes since the start
 * @param within minutes for the whole; undefined where it may take as long as it does
 */
export const isTimeLeft = (minutes, within) => within === undefined || minutes * (1 + browserShare) <= within;
