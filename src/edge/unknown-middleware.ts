/** Spec 8.10: answered 500. */
export class UnknownMiddleware extends Error {
  readonly middleware: string;
  constructor(middleware: string) {
    super(`Unknown middleware ${middleware}`);
    this.middleware = middleware;
  }
}
