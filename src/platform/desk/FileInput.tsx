import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Gets true while a file is dragged over the input. */
  setOver: (isOver: boolean) => void;
  onFile: (file: File) => void;
}

/** Lies over what its parent shows: a file is dropped on it, which every browser takes, or chosen. */
export function FileInput({ setOver, onFile, ...input }: Props) {
  return (
    <input
      {...input}
      type="file"
      onDragEnter={() => {
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onChange={({ target }) => {
        setOver(false);
        const file = target.files?.[0];
        if (file !== undefined) onFile(file);
        // The same file may be chosen again once it is mended.
        target.value = '';
      }}
    />
  );
}
