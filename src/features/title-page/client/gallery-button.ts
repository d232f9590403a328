/** `icon`: a symbol of the page's sprite, without `i-`. */
export function createButton(className: string, icon: string, label: string, onPress: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className, ariaLabel: label });
  button.innerHTML = `<svg aria-hidden="true"><use href="#i-${icon}"></use></svg>`;
  button.addEventListener('click', onPress);
  return button;
}
