import { readAppPage, stayInApp } from '../app-twins.ts';

/** The app's page that this one is or returns to. */
export function readHere(): string | null {
  return readAppPage(location.pathname + location.search);
}

export function stayHere(path: string): string {
  return stayInApp(path, { appPage: readHere() });
}
