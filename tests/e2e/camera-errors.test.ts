import type { Page } from '@playwright/test';
import { expect, ready, test } from './fixtures.ts';

async function openCamera(page: Page): Promise<void> {
  await page.goto('/scan');
  await ready(page);
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await expect(page.getByRole('dialog', { name: 'Scan QR Code' })).toBeVisible();
}

/** What the browser answers when it is asked for its camera; a camera is there. */
const failWith = (page: Page, name: string) =>
  page.addInitScript((error) => {
    const devices = navigator.mediaDevices;
    devices.enumerateDevices = async () => [{ kind: 'videoinput' } as MediaDeviceInfo];
    devices.getUserMedia = () => Promise.reject(new DOMException('', error));
  }, name);

for (const [error, words] of [
  ['NotAllowedError', 'Camera access denied. Please allow camera access and try again.'],
  ['NotFoundError', 'No camera found on this device.'],
  ['NotSupportedError', 'QR scanning not supported on this device.'],
  ['NotReadableError', 'Failed to access camera. Please check permissions and try again.'],
  ['DataError', 'Unknown error accessing camera.'],
] as const) {
  test(`a camera that fails with ${error} is told in words, and can be checked again`, async ({ page }) => {
    await failWith(page, error);
    await openCamera(page);
    await page.getByRole('button', { name: 'Start Scanning' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'Camera Error' });
    await expect(problem).toContainText(words);
    await problem.getByRole('button', { name: 'Check Camera Again' }).click();
    await expect(problem).toContainText(words);
    await expect(page.getByLabel('Code under the QR')).toBeVisible();
  });
}

test('a device that does not list its cameras is told so', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await openCamera(page);
  await expect(page.getByText('Unable to access camera', { exact: true })).toBeVisible();
});

test('who starts the camera by the keyboard goes on from its picture, also where it fails', async ({ page, phone }) => {
  await failWith(page, 'NotAllowedError');
  await openCamera(page);
  await page.getByRole('button', { name: 'Start Scanning' }).press('Enter');
  await page.getByRole('button', { name: 'Check Camera Again' }).waitFor();
  await expect(page.getByLabel('Camera', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Check Camera Again' }).press('Enter');
  await expect(page.getByLabel('Camera', { exact: true })).toBeFocused();
  const other = await phone({});
  await openCamera(other);
  await other.getByRole('button', { name: 'Start Scanning' }).press('Enter');
  await expect(other.getByText('Scanning...')).toBeVisible();
  await expect(other.getByLabel('Camera', { exact: true })).toBeFocused();
});

test('a camera with a light offers to turn it on and off', async ({ phone }) => {
  const page = await phone({});
  await page.addInitScript(() => {
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
    MediaStreamTrack.prototype.applyConstraints = async () => {};
  });
  await openCamera(page);
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  await page.getByRole('button', { name: 'Turn the light on' }).click();
  await page.getByRole('button', { name: 'Turn the light off' }).click();
  await expect(page.getByRole('button', { name: 'Turn the light on' })).toBeVisible();
});
