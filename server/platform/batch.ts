/**
 * Questions that come in one turn of the event loop, asked together: a busy process then sends one statement for all requests
 * it has just read instead of one for each. A single question waits for nothing.
 */
export class Batch<Question, Answer> {
  readonly #askAll: (questions: Question[]) => Promise<Answer[]>;
  #waiting: { question: Question; resolve(answer: Answer): void; reject(error: unknown): void }[] = [];

  /** @param askAll gives the answers in the order of the questions; where it fails, every question of it does. */
  constructor(askAll: (questions: Question[]) => Promise<Answer[]>) {
    this.#askAll = askAll;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const asked = this.#waiting;
    this.#waiting = [];
    this.#askAll(asked.map(({ question }) => question)).then(
      (answers) => {
        for (const [at, { resolve }] of asked.entries()) resolve(answers[at]!);
      },
      (error) => {
        for (const { reject } of asked) reject(error);
      },
    );
  }
}
