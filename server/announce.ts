import encodeQR from 'qr';
import { say } from './platform/say.ts';
import { isOnNetwork, type Settings } from './platform/settings.ts';

/** Says where the product is and what there is to try, on standard output; in production only where it is. */
export function announce(settings: Settings): void {
  const { productName, publicUrl, production, dataDir, databaseUrl, smtpUrl, simulatedPlatforms } = settings;
  say(`\n${productName} is at ${publicUrl}`);
  if (production) return;
  if (isOnNetwork(settings)) {
    say(`\n${drawCode(publicUrl)}\n`);
    say(
      '  Any phone on this network opens that, and the codes to scan, with its own camera. Without https, its browser',
    );
    say(
      '  withholds the camera inside the page, use without a network, the own position and passkeys. All else works.',
    );
    say("  Whoever is on this network can sign in as any of the demo's people.\n");
  }
  say(`  codes to scan   ${publicUrl}/dev/codes`);
  say(
    `  sign in         ${publicUrl}/auth as traveler@example.com, partner@example.com, advertiser@example.com or admin@example.com`,
  );
  say(`  the link        ${smtpUrl ? `sent by ${new URL(smtpUrl).host}` : `${publicUrl}/dev/mail`}`);
  if (simulatedPlatforms) say(`  booking sites   ${simulatedPlatforms} stands in for them`);
  say(`  the API         ${publicUrl}/api/docs`);
  say(`  data            ${databaseUrl ? `${new URL(databaseUrl).host}, files in ${dataDir}` : dataDir}`);
  say('Ctrl-C stops it.');
}

/** A code for a terminal: black on white whatever its colours are, two rows of squares in each of its lines. */
export function drawCode(text: string): string {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const signs = [' ', '▄', '▀', '█'];
  const lines = rows.flatMap((upper, at) => {
    if (at % 2) return [];
    const lower = rows[at + 1] ?? [];
    const squares = upper.map((isDark, column) => signs[(isDark ? 2 : 0) + (lower[column] ? 1 : 0)]);
    return [`  \u001b[38;5;16;48;5;231m${squares.join('')}\u001b[0m`];
  });
  return lines.join('\n');
}
