/** Each says whether something that its reader did waits to be sent in this page alone, having tried again to put it on the device. */
const asked = new Set<() => boolean>();

/** Tells of a queue that may have to hold what the device cannot: nothing takes the page away from under it unasked. */
export const holdsWhatWaits = (isHolding: () => boolean): void => void asked.add(isHolding);

/** Whether a reload would lose what somebody did. */
export const isWaitingHere = (): boolean => [...asked].some((isHolding) => isHolding());
