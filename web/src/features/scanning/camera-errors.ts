/**
 * Why the camera cannot be used. Each reason has exactly one sentence in the message catalogue.
 *
 * - `none-detected`: before anything is asked for, the device lists no camera.
 * - `check-failed`: the device would not even list its cameras.
 * - `denied`: the person, the browser's settings or the page's policy said no.
 * - `none-found`: the camera was asked for and there is none, or none that will do.
 * - `unsupported`: this browser has no camera access here (too old, or not a secure page), or cannot read codes.
 * - `failed`: there is a camera, but it does not start or it stopped: used by another program, unplugged, broken.
 * - `unknown`: anything else.
 */
export const cameraProblems = [
  'none-detected',
  'check-failed',
  'denied',
  'none-found',
  'unsupported',
  'failed',
  'unknown',
] as const;
export type CameraProblem = (typeof cameraProblems)[number];

// Some names are those of older browsers, which phones in use still have.
const problemOfError: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none-found',
  DevicesNotFoundError: 'none-found',
  OverconstrainedError: 'none-found',
  NotSupportedError: 'unsupported',
  NotReadableError: 'failed',
  TrackStartError: 'failed',
  AbortError: 'failed',
  InvalidStateError: 'failed',
};

/** The reason behind whatever opening a camera was rejected with. Total. */
export function describeCameraError(error: unknown): CameraProblem {
  // OverconstrainedError is no Error in every browser, so only the name counts.
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
  return (typeof name === 'string' && Object.hasOwn(problemOfError, name) && problemOfError[name]) || 'unknown';
}

/** The browser's camera access, or undefined: only secure pages have it. */
export function findMediaDevices(): MediaDevices | undefined {
  // Declared as always there, which holds for secure pages of current browsers only.
  const devices = globalThis.navigator?.mediaDevices as MediaDevices | undefined;
  return globalThis.isSecureContext && typeof devices?.getUserMedia === 'function' ? devices : undefined;
}

/** Looks, without asking for permission, whether this device has a camera. Null if nothing speaks against it. */
export async function checkCamera(devices = findMediaDevices()): Promise<CameraProblem | null> {
  if (!devices) return 'unsupported';
  try {
    const list = await devices.enumerateDevices();
    return list.some((device) => device.kind === 'videoinput') ? null : 'none-detected';
  } catch {
    return 'check-failed';
  }
}
