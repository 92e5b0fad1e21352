import type { FrameArea } from './frame-areas.ts';

/** An opened camera. */
export interface Camera {
  hasFlash(): boolean;
  setFlash(on: boolean): Promise<void>;
  /** Part of the current frame, or null while there is none. */
  grab(area: FrameArea): ImageData | null;
  stop(): void;
}

/** What the scanner needs of its surroundings. */
export interface ScannerEnvironment {
  /** Rejects with what the browser says; `onLost` is called when the camera goes away by itself. */
  openCamera(onLost: () => void): Promise<Camera>;
  isPageHidden(): boolean;
  /** Calls the listener whenever the page is hidden or shown; gives the way to stop that. */
  watchVisibility(listener: () => void): () => void;
}
