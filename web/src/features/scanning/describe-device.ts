import { newUuid } from '../../new-uuid.ts';

/** What a scan says of the device it was made with. */
export const describeDevice = () => ({
  type: matchMedia('(pointer: coarse)').matches ? ('mobile' as const) : ('desktop' as const),
  userAgent: navigator.userAgent.slice(0, 512),
  scan_id: newUuid(),
});
