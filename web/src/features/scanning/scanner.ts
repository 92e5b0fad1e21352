import { type CameraProblem, describeCameraError } from './camera-errors.ts';
import type { Engine } from './engines/engine.ts';
import type { FrameArea } from './frame-areas.ts';
import type { Camera, ScannerEnvironment } from './scanner-environment.ts';
import { withTimeout } from './with-timeout.ts';

export type ScannerState = 'inactive' | 'active' | 'paused' | 'destroyed';

export interface ScannerEvents {
  /** A code was read. Comes again with every scan that reads it, until the scanner is paused or stopped. */
  onCode(text: string): void;
  onStateChange?(state: ScannerState): void;
  /** The camera cannot be used; the scanner is inactive again and may be started anew. */
  onError?(problem: CameraProblem): void;
}

const scanIntervalMs = 1000 / 5;
const scanTimeoutMs = 10_000;
const releaseDelayMs = 300;
const maxEngineFailures = 3;

/**
 * Reads codes from a camera, five times a second, alternating between the region people aim with and the full frame.
 * Scans that read nothing are nobody's concern. While the page is hidden it is paused.
 */
export class Scanner {
  readonly #environment: ScannerEnvironment;
  readonly #events: ScannerEvents;
  readonly #unwatch: () => void;
  #state: ScannerState = 'inactive';
  /** Undefined until one is there; null if there will be none. */
  #engine: Engine | null | undefined;
  #camera: Camera | null = null;
  #opening: Promise<void> | null = null;
  /** Whether the owner wants it to scan; a hidden page does not change that. */
  #isWanted = false;
  #isFlashWanted = false;
  #isScanning = false;
  #nextArea: FrameArea = 'region';
  /** Changes with every pause and stop: what was being read then is not reported later. */
  #round = 0;
  #engineFailures = 0;
  #scanTimer: ReturnType<typeof setInterval> | undefined;
  #releaseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(environment: ScannerEnvironment, events: ScannerEvents, engine?: Engine) {
    this.#environment = environment;
    this.#events = events;
    this.#engine = engine;
    this.#unwatch = environment.watchVisibility(() => this.#followVisibility());
  }

  get state(): ScannerState {
    return this.#state;
  }

  get hasFlash(): boolean {
    return this.#camera?.hasFlash() ?? false;
  }

  /** Replaces what reads the frames, also while scanning; before the first one, the camera runs and nothing is read. */
  setEngine(engine: Engine | null): void {
    this.#engine = engine;
    this.#engineFailures = 0;
    if (engine === null && this.#camera) this.#fail('unsupported');
  }

  /** Starts or resumes. Settles once the camera runs or cannot (see `onError`); rejects only if destroyed. */
  async start(): Promise<void> {
    if (this.#state === 'destroyed') {
      throw new Error('This scanner has been destroyed and cannot be started again; create a new one.');
    }
    this.#isWanted = true;
    await this.#run();
  }

  /** Stops reading at once, and the camera after 300 ms unless started again. */
  pause(): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#suspend();
  }

  /** Stops reading and the camera at once. */
  stop(): void {
    if (this.#state === 'destroyed') return;
    this.#isWanted = false;
    this.#isFlashWanted = false;
    this.#engineFailures = 0;
    this.#release();
    this.#setState('inactive');
  }

  /** Stops for good. */
  destroy(): void {
    if (this.#state === 'destroyed') return;
    this.stop();
    this.#unwatch();
    this.#setState('destroyed');
  }

  /** Turns the flash on or off where the camera has one; says whether it is on now. Kept through a pause. */
  async setFlash(on: boolean): Promise<boolean> {
    if (!this.#camera?.hasFlash()) return false;
    this.#isFlashWanted = on;
    try {
      await this.#camera.setFlash(on);
    } catch {
      this.#isFlashWanted = false;
    }
    return this.#isFlashWanted;
  }

  async #run(): Promise<void> {
    if (this.#environment.isPageHidden()) this.#setState('paused');
    else if (this.#camera) this.#scan(this.#camera);
    else {
      this.#opening ??= this.#open();
      await this.#opening;
    }
  }

  /** Always settles well. What happened meanwhile decides what becomes of the camera. */
  async #open(): Promise<void> {
    try {
      const camera: Camera = await this.#environment.openCamera(() => {
        if (this.#camera === camera) this.#fail('failed');
      });
      this.#opening = null;
      if (!this.#isWanted || this.#environment.isPageHidden()) return camera.stop();
      this.#camera = camera;
      this.#scan(camera);
    } catch (error) {
      this.#opening = null;
      // A hidden page may be refused for that alone; it asks again when it is shown.
      if (this.#isWanted && !this.#environment.isPageHidden()) this.#fail(describeCameraError(error));
    }
  }

  #scan(camera: Camera): void {
    if (this.#engine === null) {
      this.#fail('unsupported');
      return;
    }
    clearTimeout(this.#releaseTimer);
    this.#releaseTimer = undefined;
    this.#scanTimer ??= setInterval(() => void this.#scanOnce(camera), scanIntervalMs);
    if (this.#isFlashWanted) void this.setFlash(true);
    this.#setState('active');
  }

  #suspend(): void {
    this.#endRound();
    if (this.#camera) this.#releaseTimer ??= setTimeout(() => this.#release(), releaseDelayMs);
    this.#setState('paused');
  }

  #release(): void {
    this.#endRound();
    clearTimeout(this.#releaseTimer);
    this.#releaseTimer = undefined;
    this.#camera?.stop();
    this.#camera = null;
  }

  #endRound(): void {
    this.#round++;
    clearInterval(this.#scanTimer);
    this.#scanTimer = undefined;
    this.#nextArea = 'region';
  }

  #fail(problem: CameraProblem): void {
    this.stop();
    this.#events.onError?.(problem);
  }

  #followVisibility(): void {
    if (!this.#isWanted) return;
    if (this.#environment.isPageHidden()) this.#suspend();
    else void this.#run();
  }

  async #scanOnce(camera: Camera): Promise<void> {
    const [engine, round] = [this.#engine, this.#round];
    if (this.#isScanning || !engine) return;
    const image = camera.grab(this.#nextArea);
    if (!image) return;
    this.#nextArea = this.#nextArea === 'region' ? 'full' : 'region';
    this.#isScanning = true;
    const text = await this.#decode(engine, image);
    this.#isScanning = false;
    if (round !== this.#round) return;
    if (text !== null) this.#events.onCode(text);
    // One scan may go wrong; an engine that only ever fails reads nothing, and the owner should know.
    if (this.#engineFailures >= maxEngineFailures) this.#fail('unsupported');
  }

  async #decode(engine: Engine, image: ImageData): Promise<string | null> {
    let text: string | null = null;
    let failures = 0;
    try {
      text = await withTimeout(engine.decode(image), scanTimeoutMs);
    } catch {
      failures = this.#engineFailures + 1;
    }
    // What became of a replaced engine says nothing about its successor.
    if (engine === this.#engine) this.#engineFailures = failures;
    return text;
  }

  #setState(state: ScannerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.onStateChange?.(state);
  }
}
