import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aScanner, deniedError, pass } from './scanner-world.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('starting', () => {
  it('is inactive until the camera runs', async () => {
    const { scanner, openings } = aScanner();
    const started = scanner.start();
    expect(scanner.state).toBe('inactive');
    openings[0]!.succeed();
    await started;
    expect(scanner.state).toBe('active');
  });

  it('opens one camera however often it is asked', async () => {
    const { scanner, openings, running } = aScanner();
    void scanner.start();
    await Promise.all([scanner.start(), openings[0]!.succeed()]);
    await scanner.start();
    expect(openings).toHaveLength(1);
    scanner.stop();
    await running();
    expect(openings).toHaveLength(2);
  });

  it('says why the camera cannot be used, and may be started again', async () => {
    const { scanner, openings, events, running } = aScanner();
    const started = scanner.start();
    openings[0]!.fail(deniedError);
    await started;
    expect(scanner.state).toBe('inactive');
    expect(events.onError.mock.calls).toEqual([['denied']]);
    await running();
    expect(scanner.state).toBe('active');
  });

  it('waits for a hidden page to be shown', async () => {
    const { scanner, openings, page, setHidden } = aScanner();
    page.hidden = true;
    await scanner.start();
    expect([scanner.state, openings.length]).toEqual(['paused', 0]);
    setHidden(false);
    openings[0]!.succeed();
    await pass(0);
    expect(scanner.state).toBe('active');
  });

  it.each(['pause', 'stop', 'destroy'] as const)('gives the camera back on %s while starting', async (action) => {
    const { scanner, openings, events } = aScanner();
    const started = scanner.start();
    scanner[action]();
    const camera = openings[0]!.succeed();
    await started;
    expect(camera.stop).toHaveBeenCalledOnce();
    expect(scanner.state).toBe({ pause: 'paused', stop: 'inactive', destroy: 'destroyed' }[action]);
    await pass(1_000);
    expect(events.onCode).not.toHaveBeenCalled();
  });

  it('tells nobody of a refusal that nobody waits for', async () => {
    const { scanner, openings, events } = aScanner();
    const started = scanner.start();
    scanner.destroy();
    openings[0]!.fail(deniedError);
    await started;
    expect(events.onError).not.toHaveBeenCalled();
  });

  it('goes on if it was paused and resumed while starting', async () => {
    const { scanner, openings, cameras } = aScanner();
    const started = scanner.start();
    scanner.pause();
    void scanner.start();
    openings[0]!.succeed();
    await started;
    expect([scanner.state, openings.length]).toEqual(['active', 1]);
    expect(cameras[0]!.stop).not.toHaveBeenCalled();
  });

  it('asks again when shown, if a hidden page was refused', async () => {
    const { scanner, openings, events, setHidden } = aScanner();
    const started = scanner.start();
    setHidden(true);
    openings[0]!.fail(deniedError);
    await started;
    expect([scanner.state, events.onError.mock.calls.length]).toEqual(['paused', 0]);
    setHidden(false);
    openings[1]!.succeed();
    await pass(0);
    expect(scanner.state).toBe('active');
  });

  it('gives back a camera that comes while the page is hidden', async () => {
    const { scanner, openings, setHidden } = aScanner();
    const started = scanner.start();
    setHidden(true);
    const camera = openings[0]!.succeed();
    await started;
    expect(camera.stop).toHaveBeenCalledOnce();
    expect(scanner.state).toBe('paused');
  });
});

describe('pausing', () => {
  it('keeps the camera for 300 ms', async () => {
    const { scanner, running } = aScanner();
    const camera = await running();
    scanner.pause();
    expect(scanner.state).toBe('paused');
    await pass(299);
    expect(camera.stop).not.toHaveBeenCalled();
    await pass(1);
    expect(camera.stop).toHaveBeenCalledOnce();
    expect(scanner.state).toBe('paused');
  });

  it('goes on with the same camera if resumed by then', async () => {
    const { scanner, openings, running } = aScanner();
    const camera = await running();
    scanner.pause();
    await pass(250);
    await scanner.start();
    await pass(1_000);
    expect(camera.stop).not.toHaveBeenCalled();
    expect([scanner.state, openings.length]).toEqual(['active', 1]);
  });

  it('opens the camera anew if resumed later', async () => {
    const { scanner, openings, running } = aScanner();
    await running();
    scanner.pause();
    await pass(301);
    await running();
    expect([scanner.state, openings.length]).toEqual(['active', 2]);
  });

  it('does nothing to a scanner that is not running', () => {
    const { scanner, states } = aScanner();
    scanner.pause();
    scanner.stop();
    expect(states()).toEqual([]);
  });

  it('follows the page', async () => {
    const { openings, running, setHidden, states } = aScanner();
    const camera = await running();
    setHidden(true);
    await pass(300);
    expect(camera.stop).toHaveBeenCalledOnce();
    setHidden(false);
    openings[1]!.succeed();
    await pass(0);
    expect(states()).toEqual(['active', 'paused', 'active']);
  });

  it('lasts when the page is shown again, if it was asked for', async () => {
    const { scanner, openings, running, setHidden } = aScanner();
    await running();
    setHidden(true);
    scanner.pause();
    setHidden(false);
    await pass(1_000);
    expect([scanner.state, openings.length]).toEqual(['paused', 1]);
  });
});

describe('stopping', () => {
  it('releases the camera at once', async () => {
    const { scanner, running, setHidden } = aScanner();
    const camera = await running();
    scanner.stop();
    expect(camera.stop).toHaveBeenCalledOnce();
    setHidden(true);
    setHidden(false);
    expect(scanner.state).toBe('inactive');
  });

  it('for good cannot be undone', async () => {
    const { scanner, running, page, states } = aScanner();
    const camera = await running();
    scanner.destroy();
    scanner.destroy();
    scanner.pause();
    scanner.stop();
    expect(camera.stop).toHaveBeenCalledOnce();
    expect(page.listener).toBeUndefined();
    expect(states()).toEqual(['active', 'inactive', 'destroyed']);
    await expect(scanner.start()).rejects.toThrow('has been destroyed and cannot be started again');
  });

  it('happens by itself when the camera goes away', async () => {
    const { scanner, openings, events, running } = aScanner();
    const camera = await running();
    openings[0]!.lose();
    openings[0]!.lose();
    expect(camera.stop).toHaveBeenCalledOnce();
    expect(scanner.state).toBe('inactive');
    expect(events.onError.mock.calls).toEqual([['failed']]);
  });
});
