import { useState } from 'react';
import { Words } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDigits, formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatTimecode, isCovered } from '../comments.ts';

interface Props {
  text: string;
  /** Seconds of the title to which it is pinned. */
  at: number | null;
  likes?: number;
}

/** As the page shows it to who has watched nothing of the title: covered until a press, and its likes. */
export function ReaderText({ text, at, likes = 0 }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {at !== null && text !== '' && isCovered(at, 0) && !isOpen ? (
        <span className="desk-cover">
          <span className="desk-note">{m.comments_covered({ time: formatDigits(formatTimecode(at)) })}</span>
          <Button
            look="line"
            onClick={() => {
              setOpen(true);
            }}
          >
            {m.comments_uncover()}
          </Button>
        </span>
      ) : (
        <Words text={text} />
      )}
      {likes > 0 && <span className="desk-note">{m.comments_likes({ count: formatNumber(likes) })}</span>}
    </>
  );
}
