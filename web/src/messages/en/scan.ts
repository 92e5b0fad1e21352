import { counted } from './counted.ts';
import { moment } from './format.ts';

/** Words of the scanner. */
export const scan = {
  lead: 'Point your camera at the code on the card, the poster or the counter.',
  start: 'Start QR Scanner',
  close: 'Close',
  howTo: 'How to Use',
  steps: [
    'Find the code with the patterned border, at the desk or by the door.',
    'Hold your phone a hand’s width away, and steady.',
    'See what the people at that place recommend, and book what you like.',
  ],
  offline: 'Offline mode: Limited functionality available. Connect to WiFi for full experience discovery.',
  camera: 'Camera',
  scanning: 'Scanning...',
  startScanning: 'Start Scanning',
  checkCamera: 'Check Camera Again',
  manual: 'Manual Entry',
  cancel: 'Cancel',
  torchOn: 'Turn the light on',
  torchOff: 'Turn the light off',
  codeField: 'Code under the QR',
  codeHint: '16 letters and digits; dashes and capitals do not matter.',
  demoHint: 'Leave the code empty to try a demo scan.',
  demo: 'Demo scan',
  demoText: 'This shows what a scan looks like. It counts nowhere.',
  sample: 'Sample data',
  sampleText: 'We could not reach our guide, so these are examples. They cannot be booked.',
  processing: 'Processing QR Code',
  processingText: 'Looking up the place and its recommendations.',
  /** Without a place for the sample set. */
  announced: (place: string | undefined, count: number) =>
    `${place ? `${place}: ` : ''}${counted(count, 'experience', 'experiences')}`,
  another: 'Scan Another QR Code',
  invalid: 'Invalid QR code format. Please try scanning a QR code of the product.',
  loadFailed: 'Failed to load location experiences',
  kept: (at: string) =>
    `You are seeing what we showed you on ${moment(at)} (Hawaiʻi time). Prices and offers may have changed.`,
  upToDate: 'Up to date now.',
  waiting: 'Your scan is kept on this phone',
  waitingText: 'It is sent once, as soon as you are connected.',
  waitingHere: 'Your scan waits on this page',
  waitingHereText:
    'This device could not note it for later. Keep this page open: it is sent once, as soon as you are connected.',
  again: 'Try Again',
  asking: 'Trying…',
  waitingScans: (count: number) =>
    `${counted(count, 'scan waits', 'scans wait')} on this phone. We send them as soon as you are connected.`,
  openPlace: 'Open the page of this place',
  cameraError: 'Camera Error',
  cameraErrors: {
    'none-detected': 'No camera detected on this device',
    'check-failed': 'Unable to access camera',
    denied: 'Camera access denied. Please allow camera access and try again.',
    'none-found': 'No camera found on this device.',
    unsupported: 'QR scanning not supported on this device.',
    failed: 'Failed to access camera. Please check permissions and try again.',
    unknown: 'Unknown error accessing camera.',
  },
};
