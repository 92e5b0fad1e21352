import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from './engines/engine.ts';
import { aScanner, pass, reading } from './scanner-world.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('scanning', () => {
  it('looks five times a second, alternating between the region and the whole frame', async () => {
    const { running } = aScanner();
    const camera = await running();
    await pass(1_000);
    expect(vi.mocked(camera.grab).mock.calls.flat()).toEqual(['region', 'full', 'region', 'full', 'region']);
  });

  it('reports what is read and ignores scans that read nothing', async () => {
    const { events, running } = aScanner({ engine: reading(null, null, 'a code', null) });
    await running();
    await pass(1_000);
    expect(events.onCode.mock.calls).toEqual([['a code']]);
    expect(events.onError).not.toHaveBeenCalled();
  });

  it('waits for the first frame', async () => {
    const engine = reading('a code');
    const { running } = aScanner({ engine });
    vi.mocked((await running()).grab).mockReturnValue(null);
    await pass(1_000);
    expect(engine.decode).not.toHaveBeenCalled();
  });

  it('drops what is read too late', async () => {
    let answer = (_text: string) => {};
    const engine: Engine = { name: 'slow', decode: () => new Promise((resolve) => (answer = resolve)) };
    const { scanner, events, running } = aScanner({ engine });
    await running();
    await pass(200);
    scanner.pause();
    await scanner.start();
    answer('of before the pause');
    await pass(0);
    expect(events.onCode).not.toHaveBeenCalled();
    await pass(200);
    answer('of after it');
    await pass(0);
    expect(events.onCode.mock.calls).toEqual([['of after it']]);
  });

  it('gives a scan up after 10 s and tries the next', async () => {
    const engine = reading('never', 'a code');
    const { events, running } = aScanner({ engine });
    await running();
    await pass(10_000);
    expect(engine.decode).toHaveBeenCalledOnce();
    await pass(600);
    expect(events.onCode).toHaveBeenCalled();
  });

  it('gives up with an engine that only fails, but not over a failure or two', async () => {
    const broken = new Error('broken');
    const { scanner, events, running } = aScanner({ engine: reading(broken, broken, null, broken, broken, broken) });
    await running();
    await pass(1_000);
    expect(scanner.state).toBe('active');
    await pass(200);
    expect(scanner.state).toBe('inactive');
    expect(events.onError.mock.calls).toEqual([['unsupported']]);
  });

  it('takes another engine while running', async () => {
    const { scanner, events, running } = aScanner({ engine: reading('of the first') });
    await running();
    await pass(200);
    scanner.setEngine(reading('of the second'));
    await pass(200);
    expect(events.onCode.mock.calls).toEqual([['of the first'], ['of the second']]);
  });

  it('does not blame an engine for its predecessor', async () => {
    let fail = (_reason: Error) => {};
    const decode = vi.fn(() => new Promise<null>((_, reject) => (fail = reject)));
    const { scanner, events, running } = aScanner({ engine: { name: 'old', decode } });
    await running();
    scanner.setEngine({ name: 'failing', decode: () => Promise.reject(new Error('broken')) });
    await pass(400);
    scanner.setEngine({ name: 'old', decode });
    await pass(200);
    scanner.setEngine(reading(new Error('broken'), new Error('broken'), null));
    fail(new Error('broken'));
    await pass(1_000);
    expect(events.onError).not.toHaveBeenCalled();
  });

  it('runs without an engine until there is one, and fails once there will be none', async () => {
    const { scanner, events, running } = aScanner({ engine: undefined });
    scanner.setEngine(reading(null));
    await running();
    scanner.setEngine(null);
    expect(scanner.state).toBe('inactive');
    await running();
    expect(events.onError.mock.calls).toEqual([['unsupported'], ['unsupported']]);
  });
});

describe('the flash', () => {
  it('is off without a camera', async () => {
    const { scanner } = aScanner();
    expect(scanner.hasFlash).toBe(false);
    expect(await scanner.setFlash(true)).toBe(false);
  });

  it('goes on and off, and on again with the camera after a pause', async () => {
    const { scanner, running } = aScanner();
    const camera = await running();
    expect(scanner.hasFlash).toBe(true);
    expect(await scanner.setFlash(true)).toBe(true);
    scanner.pause();
    await pass(300);
    expect((await running()).setFlash).toHaveBeenCalledWith(true);
    expect(await scanner.setFlash(false)).toBe(false);
    expect(camera.setFlash).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('stays off if the device refuses', async () => {
    const { scanner, running } = aScanner();
    vi.mocked((await running()).setFlash).mockRejectedValue(new Error('no'));
    expect(await scanner.setFlash(true)).toBe(false);
  });
});
