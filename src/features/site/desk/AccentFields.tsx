import { useId } from 'react';
import { BUILT_IN_BRAND } from '../../../platform/config/brand.ts';
import { findLegibleAccent, listPairs, type PairName } from '../../../platform/config/accent.ts';
import { MIN_CONTRAST, type Theme } from '../../../platform/config/colours.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { readColour } from '../brand-rules.ts';
import { nameTheme } from './words.ts';

interface Props {
  theme: Theme;
  value: string;
  onChange: (colour: string) => void;
}

const PAIR_NAMES: Record<PairName, () => string> = {
  bg: m.brand_pair_bg,
  raised: m.brand_pair_raised,
  sunken: m.brand_pair_sunken,
  soft: m.brand_pair_soft,
  on: m.brand_pair_on,
  fg: m.brand_pair_fg,
  muted: m.brand_pair_muted,
};

/** The colour of a theme, and the contrast of everything that it makes. */
export function AccentFields({ theme, value, onChange }: Props) {
  const name = nameTheme(theme);
  const id = useId();
  const colour = readColour(value);
  const pairs = colour === null ? [] : listPairs(colour, theme);
  const isLegible = pairs.every(({ ratio }) => ratio >= MIN_CONTRAST);
  const nearest = colour === null || isLegible ? null : findLegibleAccent(colour, theme);
  return (
    <section className="desk-form" aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <div className="desk-swatch">
        <input
          type="color"
          aria-label={m.brand_pick({ theme: name })}
          value={colour ?? BUILT_IN_BRAND.accent[theme]}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
        <Field
          label={m.brand_colour({ theme: name })}
          error={colour === null ? m.brand_colour_digits() : undefined}
          dir="ltr"
          maxLength={20}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      </div>
      <ul className="desk-pairs" aria-label={m.brand_contrast({ theme: name })}>
        {pairs.map(({ name: pair, text, ground, ratio }) => (
          <li key={pair}>
            <span className="desk-sample" aria-hidden style={{ color: text, background: ground }}>
              {m.brand_sample_text()}
            </span>
            <span>{PAIR_NAMES[pair]()}</span>
            <span className={ratio < MIN_CONTRAST ? 'desk-fails' : undefined}>
              {m.brand_ratio_of({ ratio: formatNumber(roundDown(ratio), 1) })}
              {ratio < MIN_CONTRAST && ` · ${m.brand_fails()}`}
            </span>
          </li>
        ))}
      </ul>
      <div role="status">
        {colour !== null && !isLegible && (
          <>
            <p className="desk-fails">{m.brand_illegible({ least: formatNumber(MIN_CONTRAST, 1) })}</p>
            {nearest !== null && (
              <Button
                look="line"
                onClick={() => {
                  onChange(nearest);
                }}
              >
                <span className="desk-dot" style={{ background: nearest }} /> {m.brand_use({ colour: nearest })}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** 4.46 is not to read as 4.5. */
const roundDown = (ratio: number) => Math.floor(ratio * 10) / 10;
