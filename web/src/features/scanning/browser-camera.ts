import { findMediaDevices } from './camera-errors.ts';
import { cutFrame, type FrameArea } from './frame-areas.ts';
import type { Camera } from './scanner-environment.ts';

/** Wishes, not demands: a device with a front camera only still scans. */
const wishes: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

/** Opens the camera, the rear one if there is one, and shows it in `video`. Rejects with the browser's own error. */
export async function openCamera(video: HTMLVideoElement, onLost: () => void): Promise<Camera> {
  const devices = findMediaDevices();
  if (!devices) throw new DOMException('This page has no camera access.', 'NotSupportedError');
  const stream = await devices.getUserMedia(wishes);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    if (video.srcObject === stream) video.srcObject = null;
  };
  try {
    // iPhones play a video in the page only if it is muted and inline.
    video.muted = true;
    video.playsInline = true;
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    stop();
    throw error;
  }
  const track = stream.getVideoTracks()[0];
  track?.addEventListener('ended', onLost);
  return { ...flashOf(track), grab: createGrabber(video), stop };
}

function flashOf(track: MediaStreamTrack | undefined): Pick<Camera, 'hasFlash' | 'setFlash'> {
  return {
    hasFlash: () => {
      // `torch` is missing from TypeScript's capabilities, getCapabilities itself from older browsers.
      const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined;
      return capabilities?.torch === true;
    },
    setFlash: async (on) => {
      // Missing from TypeScript's constraints as well.
      const torch = { torch: on } as MediaTrackConstraintSet;
      await track?.applyConstraints({ advanced: [torch] });
    },
  };
}

/** Draws parts of the current frame; null while there is none yet. */
function createGrabber(video: HTMLVideoElement): (area: FrameArea) => ImageData | null {
  const canvases = { region: document.createElement('canvas'), full: document.createElement('canvas') };
  return (area) => {
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
    const cut = cutFrame(area, video.videoWidth, video.videoHeight);
    const canvas = canvases[area];
    // Setting a size clears the canvas and gives its memory back, so only when it changes.
    if (canvas.width !== cut.drawnWidth) canvas.width = cut.drawnWidth;
    if (canvas.height !== cut.drawnHeight) canvas.height = cut.drawnHeight;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(video, cut.x, cut.y, cut.width, cut.height, 0, 0, cut.drawnWidth, cut.drawnHeight);
    return context?.getImageData(0, 0, cut.drawnWidth, cut.drawnHeight) ?? null;
  };
}
