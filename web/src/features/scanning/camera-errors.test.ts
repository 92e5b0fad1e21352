import { describe, expect, it } from 'vitest';
import { checkCamera, describeCameraError } from './camera-errors.ts';

describe('why the camera cannot be used', () => {
  it.each([
    [new DOMException('', 'NotAllowedError'), 'denied'],
    [new DOMException('', 'SecurityError'), 'denied'],
    [new DOMException('', 'NotFoundError'), 'none-found'],
    [{ name: 'OverconstrainedError', constraint: 'facingMode' }, 'none-found'],
    [new DOMException('', 'NotSupportedError'), 'unsupported'],
    [new DOMException('', 'NotReadableError'), 'failed'],
    [new DOMException('', 'AbortError'), 'failed'],
    [new TypeError('odd'), 'unknown'],
    [{ name: 'constructor' }, 'unknown'],
    [{ name: 7 }, 'unknown'],
    [null, 'unknown'],
    ['NotAllowedError', 'unknown'],
  ])('%s: %s', (error, problem) => expect(describeCameraError(error)).toBe(problem));
});

describe('looking for a camera', () => {
  const listing = (enumerateDevices: () => Promise<{ kind: string }[]>) => ({ enumerateDevices }) as MediaDevices;

  it('is content with any camera', async () => {
    expect(await checkCamera(listing(async () => [{ kind: 'audioinput' }, { kind: 'videoinput' }]))).toBeNull();
  });

  it('tells no camera from no answer and no access', async () => {
    expect(await checkCamera(listing(async () => [{ kind: 'audioinput' }]))).toBe('none-detected');
    expect(await checkCamera(listing(() => Promise.reject(new Error('no'))))).toBe('check-failed');
    expect(await checkCamera()).toBe('unsupported');
  });
});
