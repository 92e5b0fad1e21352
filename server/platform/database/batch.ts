interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Questions that come in one turn of the event loop, asked together: a busy process then sends one statement for all requests
 * it has just read instead of one for each. A single question waits for nothing.
 */
export class Batch<Question, Answer> {
  readonly #askAll: (questions: Question[]) => Promise<Answer[]>;
  readonly #most: number;
  #waiting: Waiting<Question, Answer>[] = [];

  /**
   * @param askAll gives the answers in the order of the questions; where it fails, every question of it does.
   * @param most questions asked at once: a statement for thousands would outlast its time-out.
   */
  constructor(askAll: (questions: Question[]) => Promise<Answer[]>, most = 500) {
    this.#askAll = askAll;
    this.#most = most;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += this.#most) this.#askSome(waiting.slice(from, from + this.#most));
  }

  #askSome(asked: Waiting<Question, Answer>[]): void {
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
