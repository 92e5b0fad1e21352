/**
 * Sends a call again as long as a crowded machine is too busy for it (503), as a client does. A call that was not answered may
 * have been done.
 */
export async function untilServed<R extends { status: number }>(send: () => Promise<R>, onBusy = () => {}): Promise<R> {
  for (let tries = 1; ; tries++) {
    const reply = await send();
    if (reply.status !== 503 || tries === 20) return reply;
    onBusy();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
