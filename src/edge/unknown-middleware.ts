/** A route names a guard that the table of guards does not have (spec 8.10): answered 500. */
export class UnknownMiddleware extends Error {
  readonly middleware: string;
  constructor(middleware: string) {
    super(`Unknown middleware ${middleware}`);
    this.middleware = middleware;
  }
}
