/** Apple's keyboards have ⌘ where others have Ctrl. */
export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)
