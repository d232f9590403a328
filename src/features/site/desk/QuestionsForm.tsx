import { useState } from 'react';
import { MarkdownField } from '../../../platform/desk/MarkdownField.tsx';
import { Empty } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import {
  MAX_ANSWER_CHARS,
  MAX_QUESTION_CHARS,
  MAX_QUESTIONS,
  type Question,
  type SiteValue,
} from '../texts-contract.ts';
import { EntryButtons } from './EntryButtons.tsx';
import { PartForm } from './PartForm.tsx';
import { usePartEdit } from './use-part-edit.ts';
import { namePart, type VersionOf } from './words.ts';

type Questions = Extract<SiteValue, { part: 'faq' }>;

const NEW_QUESTION: Question = { q_fa: '', a_fa: '', q_en: '', a_en: '' };
const LANGUAGES = [
  ['fa', m.site_question_fa, m.site_answer_fa],
  ['en', m.site_question_en, m.site_answer_en],
] as const;

export function QuestionsForm({ version }: { version: VersionOf<Questions> }) {
  const edit = usePartEdit(version);
  const { questions } = edit.value;
  const set = (next: Question[]) => {
    edit.edit({ part: 'faq', questions: next });
  };
  return (
    <PartForm label={namePart('faq')} edit={edit}>
      <p className="desk-note">{m.site_markdown_hint()}</p>
      {questions.length === 0 && <Empty>{m.site_questions_none()}</Empty>}
      <ol className="desk-stack">
        {questions.map((entry, at) => (
          <li key={at}>
            <QuestionFields
              {...{ entry, at }}
              onChange={(part) => {
                set(questions.with(at, { ...entry, ...part }));
              }}
            />
            <EntryButtons name={entry.q_fa} list={questions} {...{ at, set }} />
          </li>
        ))}
      </ol>
      <div className="desk-buttons">
        <Button
          look="line"
          disabled={questions.length >= MAX_QUESTIONS}
          onClick={() => {
            set([...questions, NEW_QUESTION]);
          }}
        >
          {m.site_question_add()}
        </Button>
      </div>
    </PartForm>
  );
}

interface FieldsProps {
  entry: Question;
  at: number;
  onChange: (part: Partial<Question>) => void;
}

/** Folded, but for one that is new. */
function QuestionFields({ entry, at, onChange }: FieldsProps) {
  const [isNew] = useState(entry.q_fa === '');
  return (
    <details className="desk-panel" open={isNew}>
      <summary>
        {formatNumber(at + 1)}. <bdi>{entry.q_fa === '' ? m.site_question_new() : entry.q_fa}</bdi>
      </summary>
      <div className="desk-columns">
        {LANGUAGES.map(([locale, question, answer]) => (
          <div key={locale} className="desk-form">
            <Field
              label={question()}
              lang={locale}
              dir={locale === 'fa' ? 'rtl' : 'ltr'}
              maxLength={MAX_QUESTION_CHARS}
              value={entry[`q_${locale}`]}
              onChange={(event) => {
                onChange({ [`q_${locale}`]: event.target.value });
              }}
            />
            <MarkdownField
              label={answer()}
              locale={locale}
              rows={5}
              maxChars={MAX_ANSWER_CHARS}
              value={entry[`a_${locale}`]}
              onChange={(text) => {
                onChange({ [`a_${locale}`]: text });
              }}
            />
          </div>
        ))}
      </div>
    </details>
  );
}
