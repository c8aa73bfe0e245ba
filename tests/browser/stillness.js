/* What comes in while one looks has half of its colour: even an animation of a millisecond takes until the next picture.
 * One that waits for its turn is not waited for. */
async () => {
  const isMoving = (animation) => {
    const { localTime, delay, endTime } = animation.effect.getComputedTiming();
    return animation.playState === 'running' && (localTime ?? 0) >= delay && (localTime ?? 0) < endTime;
  };
  do await new Promise(requestAnimationFrame);
  while (document.getAnimations().some(isMoving));
};
