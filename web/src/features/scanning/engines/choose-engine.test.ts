import { describe, expect, it, vi } from 'vitest';
import { chooseEngine, type EngineSources } from './choose-engine.ts';
import type { Engine } from './engine.ts';

vi.mock('./zxing-engine.ts', () => ({ startZxingEngine: () => Promise.reject(new Error('needs a browser')) }));

const anEngine = (name: string): Engine => ({ name, decode: vi.fn(async () => `by ${name}`), close: vi.fn() });
const anImage = {} as ImageData;

/** Runs a choice; `idle` lets the page become idle and waits for what follows. */
function choosing(sources: Partial<EngineSources> = {}) {
  const engines: Engine[] = [];
  const onNone = vi.fn();
  let onIdle = () => {};
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const end = chooseEngine((engine) => (engine ? engines.push(engine) : onNone()), {
    findNative: async () => null,
    loadQr: async () => anEngine('qr'),
    startZxing: async () => anEngine('zxing'),
    whenIdle: (callback) => {
      onIdle = callback;
    },
    isSavingData: () => false,
    ...sources,
  });
  const idle = async () => {
    await settle();
    onIdle();
    await settle();
  };
  return { engines, onNone, end, idle, settle, names: () => engines.map(({ name }) => name) };
}

describe('the choice of an engine', () => {
  it('begins with the small one and goes over to the strong one when idle', async () => {
    const choice = choosing();
    await choice.settle();
    expect(choice.names()).toEqual(['qr']);
    await choice.idle();
    expect(choice.names()).toEqual(['qr', 'zxing']);
  });

  it("prefers the device's own", async () => {
    const choice = choosing({ findNative: async () => anEngine('native') });
    await choice.idle();
    expect(choice.names()).toEqual(['native']);
  });

  it('stays with the small one while data is saved, or if the strong one cannot be had', async () => {
    const saving = choosing({ isSavingData: () => true });
    const broken = choosing({ startZxing: () => Promise.reject(new Error('offline')) });
    await Promise.all([saving.idle(), broken.idle()]);
    expect([saving.names(), broken.names()]).toEqual([['qr'], ['qr']]);
    expect(broken.onNone).not.toHaveBeenCalled();
  });

  it('goes back to the small one if the strong one breaks later', async () => {
    const strong = anEngine('zxing');
    vi.mocked(strong.decode).mockRejectedValue(new Error('worker gone'));
    const choice = choosing({ startZxing: async () => strong });
    await choice.idle();
    expect(await choice.engines[1]!.decode(anImage)).toBeNull();
    expect(await choice.engines[1]!.decode(anImage)).toBe('by qr');
    expect(choice.engines[1]!.name).toBe('qr');
    expect(strong.close).toHaveBeenCalledOnce();
  });

  it('says so if there is none', async () => {
    const choice = choosing({ loadQr: () => Promise.reject(new Error('offline')) });
    await choice.idle();
    expect(choice.onNone).toHaveBeenCalledOnce();
  });

  it('closes what it chose, or still gets, once it is over', async () => {
    const [small, strong] = [anEngine('qr'), anEngine('zxing')];
    let arrive = (_engine: Engine) => {};
    const choice = choosing({
      loadQr: async () => small,
      startZxing: () => new Promise((resolve) => (arrive = resolve)),
    });
    await choice.idle();
    choice.end();
    arrive(strong);
    await choice.settle();
    expect(choice.names()).toEqual(['qr']);
    expect(small.close).toHaveBeenCalledOnce();
    expect(strong.close).toHaveBeenCalledOnce();
  });
});
