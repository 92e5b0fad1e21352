export { readFirstSteps, recordPrinted } from './first-steps.ts';
export { islandOf, requireIsland } from './islands.ts';
export type { PlaceValues } from './made.store.ts';
export { makeCode, makePlace } from './made.ts';
export { beingMade, codesBeingMade, codesOf, findNamedPlaces } from './qr-codes.store.ts';
export { getOwnCode, listQrCodes, requireOwn } from './qr-codes.ts';
export { countWaiting, findTold } from './qr-requests.store.ts';
export { listQrRequests } from './qr-requests.ts';
export { holdRoom, requireRoomForOne } from './room.ts';
