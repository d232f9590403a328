import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { splitKeys } from '../art-fields.ts';
import { MAX_RELATED } from '../title-fields.ts';
import { findName } from './field-texts.ts';
import { FindTitle } from './RelatedField.tsx';
import { useTitles } from './use-names.ts';

/** Titles that are found by search, as numbers by commas. */
export function RelatedChoice({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const ids = splitKeys(text);
  const titles = useTitles(ids);
  return (
    <>
      {ids.length > 0 && (
        <ul aria-label={m.title_field_related()}>
          {ids.map((id) => {
            const name = findName(Number(id), titles);
            return (
              <li key={id}>
                <bdi>{name}</bdi>{' '}
                <Button
                  look="link"
                  aria-label={m.related_remove_of({ name })}
                  onClick={() => {
                    onChange(ids.filter((other) => other !== id).join());
                  }}
                >
                  {m.credits_remove()}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {ids.length < MAX_RELATED && (
        <FindTitle
          except={ids}
          choose={(id) => {
            onChange([...ids, String(id)].join());
          }}
        />
      )}
    </>
  );
}
