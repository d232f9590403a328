import { describe, expect, it } from 'vitest';
import { listAheadPaths } from '../../../src/platform/pages/find-page.ts';
import { buildSpeculationRules } from '../../../src/shell/boot/speculation-rules.ts';

interface Condition {
  and?: Condition[];
  or?: Condition[];
  not?: Condition;
  href_matches?: string[];
  selector_matches?: string;
}
interface Rules {
  prefetch: { where: Condition; eagerness: string }[];
  prerender: { where: Condition; eagerness: string }[];
}

const ORIGIN = 'https://pardeh.test';
const rules = (hasHover: boolean) => JSON.parse(buildSpeculationRules(hasHover, listAheadPaths())) as Rules;
/** The condition for a link that no selector matches. */
const isMatch = (condition: Condition, path: string): boolean => {
  const { and, or, not, href_matches: patterns } = condition;
  if (and) return and.every((part) => isMatch(part, path));
  if (or) return or.some((part) => isMatch(part, path));
  if (not) return !isMatch(not, path);
  return (patterns ?? []).some((pattern) => new URLPattern(pattern, ORIGIN).test(path, ORIGIN));
};
const loadsAhead = (path: string) => rules(true).prefetch.some(({ where }) => isMatch(where, path));
const rendersAhead = (path: string) => rules(true).prerender.some(({ where }) => isMatch(where, path));

describe('the speculation rules (decision 077)', () => {
  it.each([
    '/',
    '/movie/52',
    '/series/201',
    '/episode/301',
    '/genres',
    '/genres/drama?page=2',
    '/lists/new',
    '/search/x',
  ])('load %s ahead', (path) => {
    expect(loadsAhead(path)).toBe(true);
  });

  it.each([
    ...['/logout', '/locale', '/login', '/login?redirect=%2F', '/callback?payment=1', '/payments', '/payments/1'],
    ...['/plan/1', '/profile', '/profile/plans', '/kids', '/kids?left=1', '/continue', '/comments/52', '/ref/1C'],
    ...['/download', '/movie/download/39', '/movie/show/39', '/app', '/app/show/39', '/dev/inbox', '/api/v1/get/user'],
    ...['/media/d/x/1/film.mp4', '/LOGOUT', '/movie/52/../../logout', '/%6cogout'],
  ])('never load %s ahead', (path) => {
    expect(loadsAhead(path)).toBe(false);
    expect(rendersAhead(path)).toBe(false);
  });

  it('render titles ahead, and no list by its address alone', () => {
    expect(['/movie/52', '/series/201'].map(rendersAhead)).toEqual([true, true]);
    expect(['/', '/genres/drama'].map(rendersAhead)).toEqual([false, false]);
    // "Load more" reads its page and shows none.
    expect(JSON.stringify(rules(true).prerender)).toContain('[rel=next]:not([data-more])');
  });

  it('wait for the press on a phone, where a moderate rule begins for links in view', () => {
    expect(rules(true).prerender.map(({ eagerness }) => eagerness)).toEqual(['moderate']);
    expect(rules(false).prerender.map(({ eagerness }) => eagerness)).toEqual(['conservative']);
    expect(rules(false).prefetch.map(({ eagerness }) => eagerness)).toEqual(['moderate']);
  });

  it('leave out links to a modal, a file or another window', () => {
    const text = buildSpeculationRules(true, listAheadPaths());
    expect(text.split(JSON.stringify('[href*="#"],[download],[target]'))).toHaveLength(3);
  });
});
