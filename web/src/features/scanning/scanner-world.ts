import { vi } from 'vitest';
import type { Engine } from './engines/engine.ts';
import { Scanner } from './scanner.ts';
import type { Camera, ScannerEnvironment } from './scanner-environment.ts';

const anImage = {} as ImageData;
export const deniedError = new DOMException('Permission denied', 'NotAllowedError');

/** A scanner in surroundings that the test decides about: its page, its camera, what it reads. */
export function aScanner({ engine = reading('a code') }: { engine?: Engine | undefined } = {}) {
  const page = { hidden: false, listener: undefined as (() => void) | undefined };
  const openings: { succeed(): Camera; fail(error: unknown): void; lose(): void }[] = [];
  const cameras: Camera[] = [];
  const openCamera = (onLost: () => void) =>
    new Promise<Camera>((resolve, reject) => {
      const succeed = () => {
        const camera = {
          hasFlash: () => true,
          setFlash: vi.fn(async () => {}),
          grab: vi.fn(() => anImage),
          stop: vi.fn(),
        };
        cameras.push(camera);
        resolve(camera);
        return camera;
      };
      openings.push({ succeed, fail: reject, lose: onLost });
    });
  const environment: ScannerEnvironment = {
    openCamera,
    isPageHidden: () => page.hidden,
    watchVisibility: (listener) => {
      page.listener = listener;
      return () => {
        page.listener = undefined;
      };
    },
  };
  const events = { onCode: vi.fn(), onStateChange: vi.fn(), onError: vi.fn() };
  const scanner = new Scanner(environment, events, engine);
  return {
    scanner,
    events,
    openings,
    cameras,
    page,
    setHidden(hidden: boolean) {
      page.hidden = hidden;
      page.listener?.();
    },
    states: () => events.onStateChange.mock.calls.map(([state]) => state),
    /** Started, with the camera running. */
    async running() {
      const started = scanner.start();
      const camera = openings.at(-1)!.succeed();
      await started;
      return camera;
    },
  };
}

/** An engine that gives these answers, then the last one again and again. */
export function reading(...answers: (string | null | Error | 'never')[]): Engine {
  let index = 0;
  return {
    name: 'fake',
    decode: vi.fn(async () => {
      const answer = answers[Math.min(index++, answers.length - 1)] ?? null;
      if (answer instanceof Error) throw answer;
      return answer === 'never' ? new Promise<null>(() => {}) : answer;
    }),
  };
}

export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
